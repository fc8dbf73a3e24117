#!/usr/bin/env python3
"""Hostile text in every place where text comes in, looked for in every output (rows 21 to 27).

    inert.py WARPLENS SOURCE [TEXT…]

Each text goes into all PLACES of a script and of what else is read, and each command of
OUTPUTS is run with it. An error is an answer as good as any; what is written and said must be
inert in either case."""
import csv, json, os, pty, re, select, subprocess, sys, tempfile, time
import xml.dom.minidom, xml.parsers.expat

# Sequences carry a number that nobody else uses, so that they are known wherever they get to.
TEXTS = {
    'sequences': b'\x1b[31337J\x1b]0;owned\x07\x1bP31337q\x1b\\\x1b_G31337\x1b\\\x1b(0\x1bc',
    'controls': b'a\x07\x08\x0b\x0c\r\x0e\x0f\x7f\x05\tb',
    'c1': b'\x9b31337J \xc2\x9b31337J \xc2\x9d0;owned\xc2\x9c \xc2\x85',
    'direction': '\u202egpj.exe \u2066x\u2069 \u200f\u061c\u202a'.encode(),
    'width': ('\u200b\ufeff\u2028\u2029\uffff\ue000\u00ad\u3164 e' + '\u0301' * 100 +
              ' \u4f60\U0001f469\u200d\U0001f469\U0001f1e9\U0001f1ea\U000e0041').encode(),
    'bytes': b'\xff\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80\xe9 caf\xe9',
    'markup': b'"]]></script><img src=x onerror=x>&amp;\'`$(touch owned)`;\\u001b[31337J %s%n',
    'lines': b'x\nok 1 - forged\n1..0\nBail out!\r\nnot ok 2',
    'option': b'--help',
    'formula': b'=HYPERLINK("http://x","x")',
}


def lua(text):
    """As a string of Lua, byte by byte."""
    return '"' + ''.join('\\%03d' % c for c in text) + '"'


def raw(text):
    """As a string of Lua, as it is where the language lets it."""
    text = text.replace(b'\\', b'\\\\').replace(b'"', b'\\"').replace(b'\n', b'\\n')
    return b'"' + text.replace(b'\r', b'\\r').replace(b'\0', b'') + b'"'


SCRIPT = '''title {0}
about {0}
lesson{{ topic = {0}, order = 1, level = 1, minutes = 5 }}
'''
MAIN = '''title {0}
about {0}
local p = param("p", {0}, {{ values = {{ {0}, "b" }}, help = {0} }})
local n = param("n", 1, {{ min = 1, max = 3, help = {0} }})
local g = global("g", float, 64)
function kernel()
  ::store::
  g[threadIdx.x] = n
  mark({0})
end
at("store", {{ title = {0}, notes = {0} }})
expect({0}, function() return false, {0} end)
'''
ASK = '''local g = global("g", float, 64)
function kernel()
  ::store::
  g[threadIdx.x] = 1
end
at("store", {{ ask = {{ text = {0}, choices = {{ {1}, "b" }}, answer = {1}, because = {0} }} }})
'''
BROKEN = {
    'array.lua': 'local g = global({0}, float, 64)\nfunction kernel() g[threadIdx.x] = 1 end\n',
    'struct.lua': 'local P = struct({0}, {{ {0}, float }})\nfunction kernel() end\n',
    'param.lua': 'param({0}, 1)\nfunction kernel() end\n',
    'error.lua': 'function kernel() error({0}) end\n',
    'file.lua': 'error({{ {0} }})\n',
    'name.lua': 'local x = _G[{0}]\n',
    'index.lua': 'local g = global("g", float, 64)\nfunction kernel() g[{0}] = 1 end\n',
    'arch.lua': 'arch({0})\nfunction kernel() end\n',
    'lesson.lua': SCRIPT + 'function kernel() end\n',
    'measured.lua': 'measured{{ chip = {0}, source = {0} }}\nfunction kernel() end\n',
    'ask.lua': ASK,
}
RUBRIC = 'case({0}, {{ points = 1, params = {{ n = 2 }} }}, function() return false, {0} end)\n' \
         'case("settings", {{ params = {{ p = {0} }} }}, function() return true end)\n'


def write(name, content):
    with open(name, 'wb') as f:
        f.write(content if isinstance(content, bytes) else content.encode())


def places(text):
    """Files that hold the text wherever one may stand."""
    write('main.lua', MAIN.format(lua(text)))
    write('raw.lua', b'-- ' + text.replace(b'\n', b' ').replace(b'\r', b' ') + b'\n' +
          MAIN.format('@').encode().replace(b'@', raw(text)))
    for name, script in BROKEN.items():
        write(name, script.format(lua(text), lua(text)))
    write('asked.lua', ASK.format(lua(text[:100]), lua(text[:23])))  # no more may stand there
    write('bare.lua', b'x = ' + text)
    write('rubric.lua', RUBRIC.format(lua(text)))
    shown = text.decode('utf-8', 'replace')
    addresses = [4 * i for i in range(32)]
    line = {'space': 'global', 'op': 'load', 'width': 4, 'addresses': addresses, 'id': shown}
    write('lines', b'\n'.join([
        json.dumps(line).encode(), json.dumps({**line, shown: 1}).encode(),
        json.dumps({**line, 'space': shown}).encode(), json.dumps({**line, 'arch': shown}).encode(),
        json.dumps(line, ensure_ascii=False).encode(), b'{"id":"' + text + b'"}', text]))
    write('keys', b'3\n' + text + b'\nRight\n')
    write('typed', b'3\n:' + text.replace(b'\n', b' ') + b'\nReturn\n/' + text.replace(b'\n', b' '))
    write('said', b'where\n' + text + b'\nfind ' + text + b'\nhelp ' + text + b'\nquit\n')
    os.makedirs(b'folder', exist_ok=True)
    write('folder/lesson.lua', (SCRIPT + 'function kernel() end\n').format(lua(text)))
    name = text.replace(b'/', b'').replace(b'\0', b'')[:200]
    write(b'folder/' + name + b'.lua', MAIN.format(lua(text)))
    return name, b'folder/' + name + b'.lua'


def outputs(text, name, path):
    """(kind, arguments, more of the environment, standard input)"""
    arg = text.replace(b'\0', b'')
    for script in ('main.lua', 'raw.lua', path):
        yield from (
            ('text', ['report', script]), ('json', ['report', '--json', script]),
            ('json', ['report', '--array', 'g[0..3]', '--json', script]),
            ('ansi', ['show', script, '--format', 'ansi']),
            ('xml', ['show', script, '--format', 'svg']),
            ('html', ['show', script, '--format', 'html']),
            ('text', ['show', script, '--format', 'plain']),
            ('html', ['show', script, '--format', 'html', '--replay']),
            ('text', ['show', script, '--view', 'source']),
            ('text', ['show', script, '--view', 'timeline']),
            ('text', ['show', script, '--present']), ('text', ['show', script, '--print-state']),
            ('text', ['show', script, '--step', '0', '--ascii']),
            ('text', ['check', script]),
            ('xml', ['check', script, '--format', 'junit']),
            ('json', ['check', script, '--format', 'json']),
            ('json', ['check', script, '--format', 'gradescope']),
            ('text', ['check', script, '--rubric', 'rubric.lua']),
            ('json', ['check', script, '--rubric', 'rubric.lua', '--format', 'gradescope']),
            ('text', ['diff', script, '--arch=2.0,9.0']),
            ('json', ['diff', '--json', script, '--arch=2.0,9.0']),
            ('json', ['diff', script, 'n=1', '--json', '--', b'p=' + arg]),
            ('html', ['diff', script, '--arch=2.0,9.0', '--format', 'html']),
            ('text', ['sweep', script, 'n=1..3']),
            ('csv', ['sweep', script, 'n=1..3', '--format', 'csv']),
            ('csv', ['sweep', script, b'p=b,' + arg, '--format', 'csv']),
            ('xml', ['sweep', script, 'n=1..3', '--format', 'svg']),
            ('json', ['sweep', script, 'n=1..3', '--format', 'json']),
            ('text', ['suggest', script]), ('json', ['suggest', '--json', script]))
    for script in list(BROKEN) + ['bare.lua', b'missing' + name]:
        yield 'text', ['report', script]
        yield 'json', ['report', '--json', script]
    yield 'text', ['show', 'asked.lua', '--view', 'lanes']
    yield 'text', ['check', 'main.lua', '--rubric', 'bare.lua']
    yield 'text', ['check', b'missing' + name, '--rubric', 'rubric.lua']
    yield 'json', ['batch', 'lines']
    yield 'text', ['list', 'folder']
    yield 'json', ['list', '--json', 'folder']
    for option in ('--arch', '--view', '--why', '--figure', '--array', '--size', '--format',
                   '--step', '--keys', '--beside', '--lane', '--color', '--theme', '--timeout'):
        for verb in ('report', 'show', 'sweep', 'diff'):
            yield 'text', [verb, 'main.lua', option + '=', arg] if not arg else \
                [verb, 'main.lua', option.encode() + b'=' + arg]
    yield from (
        ('text', [arg]), ('text', ['report', arg]), ('text', ['arch', arg]),
        ('text', ['help', arg]), ('text', ['list', arg]), ('text', ['report', 'main.lua', arg]),
        ('text', ['report', '-e', arg]),
        ('json', ['report', '--json', '-e', arg]), ('text', ['report', 'main.lua', b'p=' + arg]),
        ('text', ['report', 'main.lua', arg.replace(b'=', b'') + b'=1']),
        ('text', ['show', 'main.lua', b'p=' + arg, '--print-state']),
        ('text', ['show', 'main.lua', '--keys', 'keys']),
        ('text', ['show', 'main.lua', '--keys', 'typed']),
        ('xml', ['show', 'main.lua', '--keys', 'typed', '--format', 'svg']),
        ('text', ['report', 'main.lua', '-o', b'nowhere/' + arg]),
        ('text', ['new', b'nowhere/' + arg]),
        ('text', ['--plain', 'main.lua'], {}, 'said'),
        ('text', ['--plain', 'asked.lua'], {}, 'said'))
    for variable in ('TERM', 'COLORTERM', 'LANG', 'LC_ALL', 'WARPLENS_DATA', 'HOME', 'NO_COLOR',
                     'COLUMNS'):
        for command in (['list'], ['report', 'main.lua'], ['report', 'nothing'],
                        ['show', 'main.lua']):
            yield 'text', command, {variable: arg}


HARMFUL = re.compile('[\0-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u0300-\u036f\u200b-\u200f\u2028-\u202e'
                     '\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\ufffe\uffff'
                     '\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff]')


def harmless(data):
    found = HARMFUL.search(data.decode('utf-8'))
    if found:
        raise ValueError('U+%04X is in it' % ord(found.group()))


def terminal(data):
    """What a program that draws sends: its own sequences, none of the text's."""
    for bad in (b'\x1b[31337', b'\x1b]', b'\x1bP', b'\x1b_', b'\x1b^', b'\x1bc', b'\x05', b'\x07'):
        if bad in data:
            raise ValueError('%r is in it' % bad)
    data = re.sub(rb'\x1b(\[[0-9;:?>=]*[A-Za-z]|[()][AB0]|[=>78M])', b'', data)
    harmless(re.sub(rb'[\r\x08\t\x0e\x0f]', b'', data))


def colours(data):
    harmless(re.sub(rb'\x1b\[[0-9;]*m', b'', data))


def ascii_json(data):
    data.decode('ascii')
    try:
        json.loads(data)
    except ValueError:
        for line in data.splitlines():
            json.loads(line)


def xml_text(data):
    harmless(data)
    try:
        tree = xml.dom.minidom.parseString(data)
    except xml.parsers.expat.ExpatError as e:
        raise ValueError(str(e))
    for name in ('script', 'img'):
        if tree.getElementsByTagName(name):
            raise ValueError('<%s> is in it' % name)


def page(data):
    harmless(data.replace('\ufe0e'.encode(), b''))  # a sign of the player's, no text of anybody
    if b'<img src=x' in data or data.count(b'</script>') != data.count(b'<script'):
        raise ValueError('it has become markup')


def cells(data):
    harmless(data)
    for row in csv.reader(data.decode().splitlines()):
        for cell in row:
            if re.match('[=+@]|-[^0-9.]', cell):
                raise ValueError('a spreadsheet runs %r' % cell)


CHECKS = {'text': harmless, 'json': ascii_json, 'ansi': colours, 'xml': xml_text, 'html': page,
          'csv': cells}
bad = 0


def complain(label, arguments, what):
    global bad
    bad += 1
    told = ' '.join(repr(os.fsencode(a))[2:-1] for a in arguments)
    print('FAILED: %s: %s: %s' % (label, told, what))


def environment(more):
    return {b'PATH': b'/usr/bin:/bin', b'HOME': os.fsencode(os.getcwd()), b'LC_ALL': b'C.UTF-8',
            b'WARPLENS_DATA': os.fsencode(source), **{os.fsencode(k): v for k, v in more.items()}}


def try_output(label, kind, arguments, more={}, input=None):
    r = subprocess.run([os.fsencode(warplens)] + [os.fsencode(a) for a in arguments] , timeout=300,
                       env=environment(more), stdin=open(input or '/dev/null'), capture_output=True)
    try:
        if not 0 <= r.returncode <= 7:
            raise ValueError('status %d' % r.returncode)
        if r.stdout:
            CHECKS[kind](r.stdout)
        harmless(r.stderr)
    except ValueError as e:
        complain(label, arguments, '%s: %s' % (type(e).__name__, e))


def try_screen(label, arguments, keys, more={}):
    """The same at a terminal, which is left by q."""
    pid, fd = pty.fork()
    if pid == 0:
        env = environment({'TERM': b'xterm-256color', 'COLUMNS': b'100', 'LINES': b'30', **more})
        os.execve(warplens, [os.fsencode(a) for a in [warplens] + arguments], env)
    data, end = b'', time.time() + 300
    while time.time() < end:
        if select.select([fd], [], [], 0.15)[0]:
            try:
                data += os.read(fd, 65536)
            except OSError:
                break
        elif b'\x1b[?1049h' not in data:
            continue  # it has not begun: what is typed would be echoed
        elif keys:
            os.write(fd, keys.pop(0))
        else:
            os.write(fd, b'\x1bq')
    else:
        os.kill(pid, 9)
    status = os.waitpid(pid, 0)[1]
    os.close(fd)
    try:
        if not os.WIFEXITED(status) or os.WEXITSTATUS(status) > 7:
            raise ValueError('status %#x' % status)
        terminal(data)
    except ValueError as e:
        complain(label, arguments, '%s: %s' % (type(e).__name__, e))


warplens, source = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
count = 0
for label in sys.argv[3:] or TEXTS:
    text = TEXTS[label]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        name, path = places(text)
        for row in outputs(text, name, path):
            try_output(label, *row)
            count += 1
        typed = text.replace(b'\x1b', b'').replace(b'\n', b' ') + b'\r'
        for script in ('main.lua', path, 'error.lua', 'folder'):
            try_screen(label, [script],
                       [b'j', b'8', b'\x1b', b':', typed, b'/', typed, b'\x1b', b'?', typed])
        try_screen(label, ['main.lua', '--present'], [b' ', b'\x1b[C', b'n'])
        try_screen(label, ['main.lua', '--notes'], [b' '])
        try_screen(label, ['asked.lua', '--mask', '--tally=votes', '--record=record'],
                   [b'a', b'\r', b'j', typed, b'1\r'])
        for kind, file in (('csv', 'votes'), ('text', 'record')):
            try:
                CHECKS[kind](open(file, 'rb').read())
            except (ValueError, OSError) as e:
                complain(label, [file], str(e))
        if os.path.exists('owned'):
            complain(label, [], 'it was run')
        count += 9
        os.chdir('/')
print('%d outputs' % count)
sys.exit(bad > 0)
