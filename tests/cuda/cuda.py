#!/usr/bin/env python3
"""CUDA files: what they cost and print, as the comments of tests/cuda/programs say, and against
what hardware has counted.

  cuda.py programs WARPLENS FOLDER      each `// run: ARGUMENTS` and the lines that follow it:
    // prints: TEXT                     a line of standard error, or TEXT... its beginning
    // says: TEXT                       … that contains this
    // title: TEXT                      what the run is called
    // N KERNEL FIGURE VALUE ...        figures of launch N, as shared.load.requests
    // hazard: KIND LINE                a hazard whose second access is at this line
    // fails: LINE: TEXT                the run fails there; line 0: nowhere, ?: anywhere
    // hint: TEXT                       … and this is said of it
  cuda.py truth WARPLENS FILE CSV ARGUMENTS
  cuda.py counted WARPLENS FOLDER       programs with counters of each launch (counters.csv), what
    they print (printed.txt), and where the figures differ and why (differences.csv)
  cuda.py absent WARPLENS FILE          without a compiler one line says what to install
  cuda.py killed WARPLENS FILE          no folder is left behind, whenever warplens is killed
"""
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

failures = 0


def complain(text):
    global failures
    failures += 1
    print(text)


def report(warplens, file, arguments):
    file = os.path.abspath(file)
    done = subprocess.run([os.path.abspath(warplens), 'report', file, '--json', '--limit=0',
                           *arguments], capture_output=True, text=True, check=False,
                          cwd=os.path.dirname(file))
    try:
        return json.loads(done.stdout), done.stderr
    except json.JSONDecodeError:
        return {'error': {'message': done.stderr}}, done.stderr


def figure(totals, path):
    for key in path.split('.'):
        totals = totals.get(key, 0) if isinstance(totals, dict) else 0
    return totals


def hold(file, run, expected, warplens):
    result, words = report(warplens, file, run.split())
    here = f'{os.path.basename(file)} {run}'
    error = result.get('error')
    if error and not any(e.startswith('fails:') for e in expected):
        complain(f'{here}: {error}')
        return
    for line in expected:
        kind, _, rest = line.partition(' ')
        if kind == 'prints:':
            begins = rest.removesuffix('...')
            if not any(line == rest or (begins != rest and line.startswith(begins))
                       for line in words.split('\n')):
                complain(f'{here}: does not print {rest!r}, but {words!r}')
        elif kind == 'says:':
            if rest not in words:
                complain(f'{here}: does not say {rest!r}, but {words!r}')
        elif kind == 'title:':
            if error or result['title'] != rest:
                complain(f'{here}: is called {result.get("title")!r}, not {rest!r}')
        elif kind == 'fails:':
            place, _, text = rest.partition(': ')
            if (not error or place not in ('?', str(error.get('line', 0))) or
                    text not in error['message']):
                complain(f'{here}: wanted {rest!r}, got {error}')
        elif kind == 'hint:':
            if rest not in (error or {}).get('hint', ''):
                complain(f'{here}: wanted {rest!r}, got {error}')
        elif kind == 'hazard:':
            name, place = rest.split()
            found = [(h['kind'], (h.get('second') or {}).get('line') or 0)
                     for h in result['hazards']]
            if (name, int(place)) not in found:
                complain(f'{here}: hazard {rest} is not in {found}')
        elif kind.isdigit():
            kernel, *pairs = rest.split()
            launch = result['launches'][int(kind) - 1]
            if launch['kernel'] != kernel:
                complain(f'{here}: launch {kind} is {launch["kernel"]}, not {kernel}')
            for path, value in zip(pairs[::2], pairs[1::2]):
                if figure(launch['totals'], path) != int(value):
                    complain(f'{here}: {kind} {kernel}: {path} is '
                             f'{figure(launch["totals"], path)}, not {value}')
        else:
            complain(f'{here}: what is {line!r}?')


def programs(warplens, folder):
    count = 0
    for name in sorted(n for n in os.listdir(folder) if n.endswith('.cu')):
        file = os.path.join(folder, name)
        runs = []
        with open(file, encoding='utf-8') as text:
            for line in text:
                if line.startswith('// run:'):
                    runs.append((line[7:].strip(), []))
                elif line.startswith('// ') and runs:
                    runs[-1][1].append(line[3:].strip())
                elif not line.startswith('//'):
                    break
        if not runs:
            complain(f'{name}: says nothing')
        for run, expected in runs:
            hold(file, run, expected, warplens)
            count += 1
    print(f'{count} runs')


# Our figures by the columns of the counters. Wavefronts of shared memory are what hardware needs
# at least: arbitration adds to them.
COLUMNS = {
    'ld_requests': ('global.load.requests',), 'ld_sectors': ('global.load.sectors',),
    'st_requests': ('global.store.requests',), 'st_sectors': ('global.store.sectors',),
    'red_requests': ('global.reduce.requests',),
    'red_sectors': ('global.reduce.sectors', 'global.atomic.sectors'),
    'shared_ld_wavefronts': ('shared.load.wavefronts',),
    'shared_st_wavefronts': ('shared.store.wavefronts',),
    'shared_atom_wavefronts': ('shared.atomic.wavefronts',),
}
ARBITRATION = 0.035


def truth(warplens, file, counters, arguments):
    result, words = report(warplens, file, ['args=' + arguments, '--timeout=3000',
                                            '--accesses=4000000000'])
    if 'error' in result:
        complain(str(result['error']))
        return
    names = [line.split(',')[1] for line in words.split('\n') if line[:1].isdigit()]
    rows = {}
    with open(counters, encoding='utf-8') as table:
        for row in csv.DictReader(table):
            rows[row.get('kernel') or row['name']] = row
    if len(names) != len(result['launches']):
        complain(f'{len(names)} names and {len(result["launches"])} launches')
    held = 0
    for name, launch in zip(names, result['launches']):
        for column, paths in COLUMNS.items():
            if name not in rows or column not in rows[name]:
                continue
            counted = int(rows[name][column])
            ours = sum(figure(launch['totals'], path) for path in paths)
            good = ours == counted
            if column.startswith('shared'):
                good = ours <= counted <= ours * (1 + ARBITRATION)
            if not good:
                complain(f'{name}: {column} is {ours}, and hardware has counted {counted}')
            held += 1
    missing = set(rows) - set(names)
    if missing:
        complain(f'not launched: {missing}')
    print(f'{held} figures')


# Columns of counters.csv: our figures, and by how much the counter may be more, and less, than
# they are. Which sectors hit depends on the order of warps a little.
COUNTED = {
    f'{op}_{figure}': ((f'global.{name}.{figure}',), *([0.02, 0.02] if 'tag' in figure else [0, 0]))
    for op, name in (('ld', 'load'), ('st', 'store'), ('red', 'reduce'), ('atom', 'atomic'))
    for figure in ('requests', 'sectors', 'lines', 'tag_wavefronts')
} | {
    f'local_{op}_{figure}': ((f'local.{name}.{figure}',), 0, 0)
    for op, name in (('ld', 'load'), ('st', 'store')) for figure in ('requests', 'sectors')
} | {
    f'shared_{op}_wavefronts': ((f'shared.{name}.wavefronts',), ARBITRATION, 0)
    for op, name in (('ld', 'load'), ('st', 'store'), ('atom', 'atomic'))
} | {'l1_hits': (('l1.hits',), 0.01, 0.01), 'l1_misses': (('l1.misses',), 0.01, 0.01)}
for column in ('requests', 'sectors', 'lines', 'tag_wavefronts'):  # copies are loads there
    paths, more, less = COUNTED['ld_' + column]
    copied = [f'global.cp.async.{column}', f'global.cp.async.cg.{column}']
    COUNTED['ld_' + column] = ((*paths, *copied), more, less)


def read_table(file):
    with open(file, encoding='utf-8') as text:
        return list(csv.DictReader(line for line in text if not line.startswith('#')))


def copies(totals, path):
    if 'cp.async' not in path:
        return figure(totals, path)
    _, key = path.split('.', 1)
    key, column = key.rsplit('.', 1)
    return totals.get('global', {}).get(key, {}).get(column, 0)


def compare_launch(row, launch, why):
    """Complains of what differs and is not explained, and of what is and does not differ."""
    here = f'{row["program"]} {row["launch"]} {row["kernel"]}'
    shape = ['x'.join(map(str, launch[key])) for key in ('grid', 'block')]
    if shape != [row['grid'], row['block']] or launch['kernel'].split('<')[0] != row['kernel']:
        complain(f'{here}: is {launch["kernel"]} {shape}')
    for column, (paths, more, less) in COUNTED.items():
        counted = int(row[column])
        source = launch['caches'] if column.startswith('l1') else launch['totals']
        ours = sum(copies(source, path) for path in paths)
        good = ours * (1 - less) <= counted <= ours * (1 + more)
        known = any(column in words.split() or words == 'all' for words in why)
        if not good and not known:
            complain(f'{here}: {column} is {ours}, and hardware has counted {counted}')
        elif good and known and 'all' not in why:
            complain(f'{here}: {column} is {ours} as counted: differences.csv says otherwise')
    bounds = launch['caches']['l2']
    if not bounds['reads_at_least'] <= int(row['l2_reads']) <= bounds['reads_at_most'] and not why:
        complain(f'{here}: L2 reads {row["l2_reads"]} of {bounds}')


def counted(warplens, folder, *names):
    rows, differ = [read_table(f'{folder}/{name}.csv') for name in ('counters', 'differences')]
    with open(folder + '/printed.txt', encoding='utf-8') as text:
        printed = dict(part.split('\n', 1) for part in text.read()[3:].split('\n== '))
    names = names or sorted(printed)
    for name in names:
        result, words = report(warplens, f'{folder}/{name}.cu', [])
        if 'error' in result:
            complain(str(result['error']))
            continue
        if words.strip() != printed[name].strip():
            complain(f'{name} prints {words!r}, and on hardware {printed[name]!r}')
        own = [row for row in rows if row['program'] == name]
        if len(own) != len(result['launches']):
            complain(f'{name}: {len(own)} launches on hardware, {len(result["launches"])} here')
        for row, launch in zip(own, result['launches']):
            why = [d['columns'] for d in differ
                   if d['program'] == name and row['launch'] in d['launches'].split()]
            compare_launch(row, launch, why)
    print(f'{len(names)} programs, {len(rows)} launches')


def await_folder(folder, empty):
    for _ in range(3000):
        if (not os.listdir(folder)) == empty:
            return True
        time.sleep(0.01)
    return False


def killed(warplens, file):
    for running in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.Popen([warplens, 'report', file, 'args=5'],
                                   env={**os.environ, 'TMPDIR': folder},
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if not await_folder(folder, False):
                complain('there is no folder to compile in')
            if running and not await_folder(folder, True):
                complain('the folder is there while the program runs')
            run.kill()
            run.wait()
            if not await_folder(folder, True):
                complain(f'left behind: {os.listdir(folder)}')
    print('killed twice')


def absent(warplens, file):
    done = subprocess.run([warplens, 'report', file], env={**os.environ, 'PATH': '/nowhere'},
                          capture_output=True, text=True, check=False)
    wanted = (f'warplens: {file}: a CUDA file is compiled by clang, which is not installed\n'
              '  on Debian:  apt install clang\n')
    if done.stderr != wanted or done.stdout or done.returncode == 0:
        complain(f'without clang: {done}')
    print('without clang')


if sys.argv[1] == 'absent':
    absent(*map(os.path.abspath, sys.argv[2:4]))
    sys.exit(failures > 0)
if not any(shutil.which(f'clang++{v}') for v in ('', '-19', '-18', '-17', '-16', '-15', '-14')):
    print('skipped: no clang')
    sys.exit(77)
{'programs': programs, 'truth': truth, 'counted': counted, 'killed': killed}[sys.argv[1]](
    *map(os.path.abspath, sys.argv[2:4]), *sys.argv[4:])
sys.exit(failures > 0)
