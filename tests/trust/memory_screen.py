#!/usr/bin/env python3
"""Fails every allocation of the screen once, in turn, and all from there on (row 49), from its
start to where it shows a step, changes a parameter and is left: a message and a status or a
screen that goes on, no signal, and the terminal as it was.

    memory_screen.py WARPLENS_TORTURE SOURCE"""
import os, pty, select, struct, sys, tempfile, termios, time

program, source = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
SCRIPT = '''local n = param("n", 1, { min = 1, max = 3, help = "elements" })
local a = global("a", float, 128)
function kernel() a[threadIdx.x * n] = 1 mark("end") end
'''
KEYS = [b'j', b'3', b'y', b'\x1b[6~', b'p', b'+', b'?', b'n', b'\x1b']
LIMIT = 200  # seconds; nothing comes near it
bad = 0


def run(torture, log=''):
    """The status, negative for a signal, what was written, and whether modes were restored."""
    fd, terminal = pty.openpty()
    modes = termios.tcgetattr(fd)[:4]  # before there is a program that could change them
    pid = os.fork()
    if pid == 0:
        os.close(fd)
        os.login_tty(terminal)
        env = {'PATH': '/usr/bin:/bin', 'HOME': os.getcwd(), 'TERM': 'xterm-256color',
               'LC_ALL': 'C.UTF-8', 'WARPLENS_DATA': source, 'WL_TORTURE': torture,
               'COLUMNS': '80', 'LINES': '24',
               'ASAN_OPTIONS': 'allocator_may_return_null=1:detect_leaks=0'}
        if log:
            env['WL_TORTURE_LOG'] = log
        try:
            os.execve(program, [program, 'one.lua', '--jobs', '1'], env)
        finally:
            os._exit(99)
    os.close(terminal)
    data, keys, quits, end = b'', list(KEYS), 0, time.time() + LIMIT
    while time.time() < end:
        if select.select([fd], [], [], 0.02)[0]:
            try:
                more = os.read(fd, 65536)
            except OSError:
                break
            data += more
        elif b'\x1b[?1049h' not in data:
            continue  # it has not begun
        elif keys:
            os.write(fd, keys.pop(0))
        elif quits < 50:
            os.write(fd, b'q' if quits % 2 == 0 else b'\x1b')
            quits += 1
    try:
        restored = termios.tcgetattr(fd)[:4] == modes
    except termios.error:
        restored = True  # nobody holds it any more
    gone, status = os.waitpid(pid, os.WNOHANG)
    while time.time() < end + LIMIT:
        if gone:
            break
        time.sleep(0.05)
        gone, status = os.waitpid(pid, os.WNOHANG)
    else:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        return 'it does not end', data, restored
    os.close(fd)
    return os.waitstatus_to_exitcode(status), data, restored


def complain(where, what, data):
    global bad
    bad += 1
    print('FAILED: %s: %s: %r' % (where, what, data[-300:]))
    if bad == 10:
        sys.exit(1)


def attempt(where):
    status, data, restored = run(where)
    if status not in (0, 4, 6, 7):
        complain(where, 'status %s' % status, data)
    elif status and b'memory' not in data and b'allocate' not in data:
        complain(where, 'status %s without a word of memory' % status, data)
    if data.count(b'\x1b[?1049h') != data.count(b'\x1b[?1049l') or not restored:
        complain(where, 'the terminal is not as it was', data)
    if data.rfind(b'\x1b[?25l') > max(data.rfind(b'\x1b[?25h'), data.rfind(b'\x1b[?12l\x1b[?25h')):
        complain(where, 'the cursor stays hidden', data)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open('one.lua', 'w') as f:
        f.write(SCRIPT)
    status, data, restored = run('own:0', 'calls')
    if status != 0:
        sys.exit('FAILED: status %s without a failure: %r' % (status, data[-300:]))
    total = struct.unpack('q', open('calls', 'rb').read())[0]
    most = int(sys.argv[3]) if len(sys.argv) > 3 else total
    for n in range(1, total + 1, max(1, total // most)):
        for more in ('', '+'):
            attempt('own:%d%s' % (n, more))
    os.chdir('/')
print('all %d allocations of a screen' % total)
sys.exit(bad > 0)
