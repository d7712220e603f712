import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as plainRequest } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { debianProgram } from './lib/debian-program.mjs'
import { freePort } from './lib/free-port.mjs'
import { root, script } from './lib/workspace.mjs'

/*
 * npm run ops -- --prove — tries the files of ops: the systemd units by systemd-analyze, the alert rules by promtool, and each proxy as it
 * runs, with a client that does what the rules of docs/operations.md forbid. Programs are taken from the machine, or unpacked from Debian's
 * packages.
 */

const HOST = 'rent.example'
/** A domain that a merchant has proved. */
const OWN_HOST = 'rent.merchant.example'
const MB = 1024 * 1024
const WAIT_MS = 15_000
/** 4.9 of 10: the worst that systemd-analyze calls OK. */
const EXPOSURE = 49

let failures = 0
/** @type {(what: string, isRight: boolean, seen?: string | readonly string[]) => void} */
const say = (what, isRight, seen = '') => {
  if (!isRight) failures++
  console.info(`${isRight ? '✓' : '✗'} ${what}${isRight || seen === '' ? '' : `：${seen}`}`)
}

const work = mkdtempSync(join(tmpdir(), 'cheyi-ops-'))

/** @type {(name: string, packages: readonly string[]) => string | undefined} */
const program = (name, packages) => debianProgram(name, packages, join(work, 'packages'))

function proveUnits() {
  const folder = join(root, 'ops/systemd')
  const analyze = program('systemd-analyze', ['systemd'])
  for (const unit of readdirSync(folder).filter((name) => name.endsWith('.service'))) {
    if (analyze === undefined) {
      console.info(`· ${unit}：没有 systemd-analyze，未检查`)
      continue
    }
    const words = ['security', '--offline=true', `--threshold=${EXPOSURE}`, '--no-pager', join(folder, unit)]
    try {
      const told = execFileSync(analyze, words, { encoding: 'utf8', stdio: 'pipe' })
      say(`${unit} ${/level for \S+: (.*)/.exec(told)?.[1] ?? ''}`, true)
    } catch (error) {
      say(
        `${unit} 的权限过宽`,
        false,
        String(/** @type {{ stdout?: string }} */ (error).stdout)
          .split('\n')
          .at(-2),
      )
    }
  }
}

/** What the server behind a proxy saw of the last request, and answers as the server would. */
async function upstream() {
  /** @type {{ headers: import('node:http').IncomingHttpHeaders, url: string | undefined, bytes: number }} */
  const state = { headers: {}, url: '', bytes: 0 }
  const server = createServer(async (request, answer) => {
    const asked = /^\/internal\/host_certificate\?domain=(.*)$/.exec(request.url ?? '')?.[1]
    if (asked !== undefined) return answer.writeHead(asked === OWN_HOST ? 204 : 404).end()
    Object.assign(state, { headers: request.headers, url: request.url, bytes: 0 })
    if (request.url?.startsWith('/api/stream/v1/events')) {
      answer.writeHead(200, { 'content-type': 'text/event-stream' })
      return answer.write('data: first\n\n')
    }
    // A proxy that refuses a body ends its request.
    request.on('error', () => {})
    request.on('data', (part) => {
      state.bytes += part.length
    })
    request.on('end', () => answer.end('here'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { state, server, port }
}

/** @typedef {Awaited<ReturnType<typeof upstream>>} Upstream */

/**
 * A request by HTTP/2, as browsers make it, with its status and the first part of the answer.
 * @type {(port: number, path: string, sent?: { headers?: Record<string, string>, body?: Buffer, host?: string }) => Promise<{ status: number, text: string }>}
 */
async function ask(port, path, { headers = {}, body, host = HOST } = {}) {
  const session = connectHttp2(`https://${host}`, {
    createConnection: () =>
      connectTls({ host: '127.0.0.1', port, servername: host, rejectUnauthorized: false, ALPNProtocols: ['h2'] }),
  })
  session.on('error', () => {})
  try {
    const method = body === undefined ? 'GET' : 'POST'
    const stream = session.request({ ':path': path, ':method': method, ':authority': host, ...headers })
    stream.setTimeout(WAIT_MS, () => stream.destroy(new Error('no answer')))
    const answered = once(stream, 'response')
    if (body === undefined) stream.end()
    else stream.end(body)
    stream.on('error', () => {})
    const [{ ':status': status }] = await answered
    const [first = ''] = status === 200 ? await once(stream, 'data') : []
    return { status, text: String(first) }
  } catch (error) {
    return { status: 0, text: /** @type {Error} */ (error).message }
  } finally {
    session.destroy()
  }
}

/** @type {(port: number) => Promise<{ status: number, location: string }>} */
function plain(port) {
  return new Promise((resolve) => {
    const asked = plainRequest({ host: '127.0.0.1', port, path: '/order?x=1', headers: { host: HOST } }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? '' })
    })
    asked.on('error', () => resolve({ status: 0, location: '' }))
    asked.end()
  })
}

/** @type {(port: number, version: import('node:tls').SecureVersion) => Promise<boolean>} */
function speaks(port, version) {
  return new Promise((resolve) => {
    const options = {
      host: '127.0.0.1',
      port,
      servername: HOST,
      rejectUnauthorized: false,
      ciphers: 'DEFAULT@SECLEVEL=0',
    }
    const socket = connectTls({ ...options, minVersion: version, maxVersion: version })
    socket.once('secureConnect', () => resolve(true) ?? socket.destroy())
    socket.once('error', () => resolve(false))
  })
}

/**
 * The names of the certificate that is shown for a host, or why there is none.
 * @type {(port: number, host: string) => Promise<string>}
 */
function certificateOf(port, host) {
  return new Promise((resolve) => {
    const socket = connectTls({ host: '127.0.0.1', port, servername: host, rejectUnauthorized: false })
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate().subjectaltname ?? '')
      socket.destroy()
    })
    socket.once('error', (error) => resolve(error.message))
  })
}

/** @type {(port: number, behind: Upstream) => Promise<void>} */
async function proveOwnDomains(port, { state }) {
  const names = await certificateOf(port, OWN_HOST)
  say('Caddy：为商家已验证的域名取得证书', names === `DNS:${OWN_HOST}`, names)
  const { status } = await ask(port, '/s/demo', { host: OWN_HOST })
  say('Caddy：该域名的请求到达产品，并传递其 Host', status === 200 && state.headers.host === OWN_HOST, String(status))
  for (const path of ['/internal/metrics', `/internal/host_certificate?domain=${OWN_HOST}`]) {
    const answer = await ask(port, path, { host: OWN_HOST })
    say(`Caddy：该域名不转发 ${path}`, answer.status === 404, String(answer.status))
  }
  for (const host of ['unknown.example', `www.${OWN_HOST}`, 'merchant.example']) {
    const shown = await certificateOf(port, host)
    say(`Caddy：不为 ${host} 取证书`, !shown.startsWith('DNS:'), shown)
  }
}

/**
 * @param {string} name
 * @param {{ command: [string, ...string[]], ports: { tls: number, plain: number, env: Record<string, string> }, log?: string, behind: Upstream,
 *   also?: (port: number, behind: Upstream) => Promise<void> }} proxy
 */
async function proveProxy(name, { command, ports, log, behind, also }) {
  const child = spawn(command[0], command.slice(1), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...ports.env },
  })
  let told = ''
  child.stderr.on('data', (part) => {
    told += part
  })
  try {
    const end = Date.now() + WAIT_MS
    while ((await ask(ports.tls, '/')).status === 0 && Date.now() < end && child.exitCode === null) await after(100)
    const { state } = behind
    const forged = {
      'x-forwarded-for': '203.0.113.66',
      'x-forwarded-proto': 'http',
      forwarded: 'for=1.1.1.1',
      'x-real-ip': '1.1.1.1',
    }
    const { status } = await ask(ports.tls, '/order?name=%E7%8E%8B', { headers: forged })
    say(`${name}：以 HTTP/2 应答`, status === 200, `${status} ${told.slice(-300)}`)
    say(
      `${name}：替换 X-Forwarded-For`,
      state.headers['x-forwarded-for'] === '127.0.0.1',
      state.headers['x-forwarded-for'],
    )
    say(
      `${name}：替换 X-Forwarded-Proto`,
      state.headers['x-forwarded-proto'] === 'https',
      state.headers['x-forwarded-proto'],
    )
    say(`${name}：去掉 Forwarded 与 X-Real-IP`, !state.headers.forwarded && !state.headers['x-real-ip'])
    say(`${name}：传递 Host`, state.headers.host === HOST, state.headers.host)
    say(`${name}：传递查询参数`, state.url === '/order?name=%E7%8E%8B', state.url)
    for (const path of [
      '/internal/metrics',
      '/internal',
      '/%69nternal/metrics',
      '//internal/metrics',
      '/x/../internal/metrics',
    ]) {
      state.url = ''
      const answer = await ask(ports.tls, path)
      // The server answers 404 to any other spelling that a proxy passes on as it came.
      const isRight = answer.status === 404 || (state.url !== '' && !/^\/internal/.test(state.url))
      say(`${name}：不转发 ${path}`, isRight, `${answer.status} ${state.url}`)
    }
    const large = await ask(ports.tls, '/api/media', { body: Buffer.alloc(19 * MB) })
    say(`${name}：接受 19 MB`, large.status === 200 && state.bytes === 19 * MB, `${large.status} ${state.bytes}`)
    state.bytes = 0
    const huge = await ask(ports.tls, '/api/media', { body: Buffer.alloc(22 * MB) })
    say(`${name}：拒绝 22 MB`, huge.status !== 200, String(huge.status))
    const event = await ask(ports.tls, '/api/stream/v1/events')
    say(`${name}：实时事件不缓冲`, event.text === 'data: first\n\n', event.text)
    const redirect = await plain(ports.plain)
    const isLed = redirect.status >= 301 && redirect.status <= 308 && redirect.location.startsWith(`https://${HOST}`)
    say(`${name}：HTTP 转到 HTTPS`, isLed, JSON.stringify(redirect))
    say(`${name}：支持 TLS 1.2`, await speaks(ports.tls, 'TLSv1.2'))
    say(`${name}：不支持 TLS 1.1`, !(await speaks(ports.tls, 'TLSv1.1')))
    await also?.(ports.tls, behind)
    await after(300)
    const written = log === undefined ? told : readFileSync(log, 'utf8')
    say(`${name}：访问日志有路径、没有查询参数`, written.includes('/order') && !/name=|%E7|王/.test(written))
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

/** @param {Upstream} behind */
async function proveCaddy(behind) {
  const caddy = program('caddy', ['caddy'])
  if (caddy === undefined) return console.info('· 没有 Caddy，未检查')
  const file = join(root, 'ops/proxy/Caddyfile')
  const [tls, plainPort] = [await freePort(), await freePort()]
  const env = {
    CHEYI_HOST: HOST,
    CHEYI_UPSTREAM: `127.0.0.1:${behind.port}`,
    XDG_DATA_HOME: work,
    XDG_CONFIG_HOME: work,
    HOME: work,
  }
  execFileSync(caddy, ['validate', '--config', file, '--adapter', 'caddyfile'], {
    env: { ...process.env, ...env },
    stdio: 'pipe',
  })
  say('Caddyfile 有效', true)
  const own = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${plainPort}\n\thttps_port ${tls}`
  const copy = join(work, 'Caddyfile')
  writeFileSync(copy, readFileSync(file, 'utf8').replace(/^\{$/m, own))
  /** @type {[string, ...string[]]} */
  const command = [caddy, 'run', '--config', copy, '--adapter', 'caddyfile']
  await proveProxy('Caddy', { command, ports: { tls, plain: plainPort, env }, behind, also: proveOwnDomains })
}

/** @param {Upstream} behind */
async function proveNginx(behind) {
  const nginx = program('nginx', ['nginx', 'nginx-light', 'nginx-common'])
  if (nginx === undefined) return console.info('· 没有 nginx，未检查')
  const [tls, plainPort] = [await freePort(), await freePort()]
  const key = join(work, 'key.pem')
  const cert = join(work, 'cert.pem')
  const log = join(work, 'cheyi.log')
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, '-keyout', key, '-out', cert]
  execFileSync('openssl', made, { stdio: 'pipe' })
  const site = readFileSync(join(root, 'ops/proxy/nginx.conf'), 'utf8')
    .replaceAll('/etc/letsencrypt/live/rent.example/fullchain.pem', cert)
    .replaceAll('/etc/letsencrypt/live/rent.example/privkey.pem', key)
    .replaceAll('/var/log/nginx/cheyi.log', log)
    .replace('server 127.0.0.1:8080;', `server 127.0.0.1:${behind.port};`)
    .replaceAll(/listen (\[::\]:)?443/g, `listen $1${tls}`)
    .replaceAll(/listen (\[::\]:)?80;/g, `listen $1${plainPort};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${join(work, one)};`,
  )
  const whole = `daemon off;\npid ${join(work, 'nginx.pid')};\nerror_log stderr warn;\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}\n}\n`
  const file = join(work, 'nginx.conf')
  writeFileSync(file, whole)
  execFileSync(nginx, ['-t', '-c', file, '-p', work], { stdio: 'pipe' })
  say('nginx.conf 有效', true)
  await proveProxy('nginx', {
    command: [nginx, '-c', file, '-p', work],
    ports: { tls, plain: plainPort, env: {} },
    log,
    behind,
  })
}

/** The alert rules, and series in which each has to fire or to stay quiet. */
function proveAlerts() {
  const promtool = program('promtool', ['prometheus'])
  if (promtool === undefined) return console.info('· 没有 promtool，未检查')
  const cwd = join(root, 'ops/monitoring')
  for (const words of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
    ['check', 'config', '--syntax-only', 'prometheus.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync(promtool, words, { cwd, encoding: 'utf8' })
    say(`promtool ${words.join(' ')}`, status === 0, `${stdout}${stderr}`)
  }
}

script(async () => {
  if (process.argv[2] !== '--prove') throw new Error('用法：npm run ops -- --prove')
  const behind = await upstream()
  try {
    proveUnits()
    proveAlerts()
    await proveCaddy(behind)
    await proveNginx(behind)
  } finally {
    behind.server.closeAllConnections()
    behind.server.close()
    rmSync(work, { recursive: true, force: true })
  }
  console.info(failures === 0 ? '全部符合' : `${failures} 项不符`)
  if (failures > 0) process.exitCode = 1
})
