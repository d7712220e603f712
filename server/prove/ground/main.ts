import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { request as ask, createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { parseArgs } from 'node:util'
import { bookAsVisitor, requireBooking } from '../crew/visit.ts'
import { waitUntil } from '../crew/wait-until.ts'
import { makePlace, type Place } from './place.ts'
import { Starter, whileStarted } from './starter.ts'

/*
 * npm run ground — whether a stranger's first start works: the repository is cloned into a folder whose name has spaces and Chinese
 * characters, and somebody who is not root installs, builds and starts it there, signs in and books. The start is killed in its
 * middle, more than once; then other releases of Node start what is there, each with something missing.
 *   --large       also a whole first start by each release of Node and npm, through a proxy and without a cache, and starts that cannot
 *                 succeed by releases that are too old
 *   --report F    the outcome as JSON
 */

const { values } = parseArgs({ options: { large: { type: 'boolean' }, report: { type: 'string' } } })

/** What each release meets when it starts what another one built; the small size has the oldest. */
const starters = values.large ? (['20', '22', '24'] as const) : (['20'] as const)
/** The oldest and the newest that may start, with their npm. */
const whole = [
  { node: '20.0.0', npm: '9' },
  { node: '22', npm: '10' },
  { node: '24', npm: '12' },
] as const
/** With the npm that came with them: today's does not run there at all. */
const tooOld = [
  { node: '12', npm: '6' },
  { node: '18', npm: '10' },
] as const
/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9'
/** Installed so far when an installation is killed in its middle. */
const HALF = 60

const failures: string[] = []
let passed = 0
let acknowledged = 0
let lost = 0

async function check(title: string, run: () => Promise<void>): Promise<void> {
  const began = performance.now()
  const fault = await run().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.info(`${fault === undefined ? '✓' : '✗'} ${title}，${seconds} 秒${fault === undefined ? '' : `\n${fault}`}`)
  if (fault === undefined) passed++
  else failures.push(`${title}\n${fault}`)
}

async function bookOne(url: string): Promise<string> {
  const orderId = await bookAsVisitor(url)
  acknowledged++
  return orderId
}

async function isStillThere(url: string, orderId: string): Promise<void> {
  try {
    await requireBooking(url, orderId)
  } catch (error) {
    lost++
    throw error
  }
}

/** A start that must not succeed: one line that names what is missing, and no trace of a program. */
async function expectRefusal(starter: Starter, expected: RegExp): Promise<void> {
  const code = await starter.ends()
  const said = starter.lines.filter((line) => !/^正在安装依赖|^ {2}已用/.test(line))
  if (code === 0 || said.length !== 1 || !expected.test(said[0]!))
    throw new Error(`exit code ${code}, and not one line like ${expected}:\n${starter.output}`)
}

/**
 * What `npm start` is killed at, in the order of a first start; each goes on with what the one before left. The small size has the kill
 * that leaves the most behind: an installation and a build that are whole, and a database that is not.
 */
function kills(place: Place): readonly (readonly [string, (starter: Starter) => Promise<unknown>])[] {
  const packages = join(place.project, 'node_modules')
  const all: ReturnType<typeof kills> = [
    ['安装依赖时', () => waitUntil('half is installed', () => place.has(packages, HALF), 300_000, 20)],
    ['构建前端时', (starter) => starter.tells(/正在构建前端/)],
    ['构建服务器时', (starter) => starter.tells(/正在构建服务器/)],
    ['创建数据库时', (starter) => starter.tells(/正在创建数据库/)],
    ['升级数据库时', (starter) => starter.tells(/数据库升级：0007/)],
    ['装载演示数据时', (starter) => starter.tells(/演示数据：门店/)],
  ]
  return values.large ? all : all.slice(-1)
}

async function firstStart(place: Place, path: string): Promise<string> {
  for (const [when, reached] of kills(place))
    await check(`首次启动在${when}被强行中断`, async () => {
      const starter = new Starter(place, path)
      await reached(starter).finally(() => starter.kill())
    })
  let orderId = ''
  await check('随后的启动补齐一切，登录并下单，正常停止', () =>
    whileStarted(place, path, {}, async (starter) => {
      await starter.tells(/上次演示数据没有装载完/)
      await starter.tells(/演示数据：[5-9]\d\d 个订单已生成/)
      orderId = await bookOne(await starter.serves())
    }),
  )
  return orderId
}

const startAgain = (place: Place, path: string, orderId: string, env: Record<string, string> = {}): Promise<void> =>
  whileStarted(place, path, env, async (starter) => isStillThere(await starter.serves(), orderId))

async function small(): Promise<void> {
  const place = await makePlace()
  try {
    console.info(
      `${place.project}，${place.person ? '以 nobody 身份' : '以当前用户'}，含 ${place.changed} 个未提交的文件`,
    )
    const own = await place.programs(await place.node('own'))
    await check('家目录不能写入：一句话说明', () =>
      expectRefusal(new Starter(place, own, place.closedHome), /^安装依赖失败：当前用户不能写入 .*npm_config_cache/),
    )
    await place.allow(false)
    await check('源码目录不能写入：一句话说明', () =>
      expectRefusal(new Starter(place, own), /^安装依赖失败：当前用户不能写入 .*车行 1/),
    )
    await place.allow(true)
    const orderId = await firstStart(place, own)
    for (const release of starters) {
      const path = await place.programs(await place.node(release), release === '24')
      if (release === '20')
        await check('Node 20 启动，家目录不能写入', () => startAgain(place, path, orderId, place.closedHome))
      if (release === '22')
        await check('Node 22 启动，环境中的代理不通', () =>
          startAgain(place, path, orderId, { HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE, NODE_USE_ENV_PROXY: '1' }),
        )
      if (release === '24') {
        await place.allow(false)
        await check('Node 24 启动，没有 git，源码目录不能写入', () => startAgain(place, path, orderId))
        await place.allow(true)
      }
    }
  } finally {
    await place.remove()
  }
}

/** A fresh clone: once everything is installed, npm finds a Node that is new enough among the packages. */
async function refusedStart({ node, npm }: (typeof tooOld)[number]): Promise<void> {
  const place = await makePlace()
  try {
    const path = await place.programs(await place.node(node), false, await place.npm(npm))
    await check(`Node ${node} 太旧：一句话说明`, () => expectRefusal(new Starter(place, path), /^车驿需要 Node 20/))
  } finally {
    await place.remove()
  }
}

/** A whole first start, with every package from the registry through a proxy. */
async function wholeStart(release: (typeof whole)[number]): Promise<void> {
  const place = await makePlace()
  const proxy = await startNpmProxy()
  try {
    const path = await place.programs(await place.node(release.node), false, await place.npm(release.npm))
    const cold = {
      npm_config_cache: join(place.home, 'cold'),
      npm_config_proxy: proxy.url,
      npm_config_https_proxy: proxy.url,
    }
    await check(`Node ${release.node} 和 npm ${release.npm} 的首次启动，经代理安装，无缓存`, async () => {
      await whileStarted(place, path, cold, async (starter) => void (await bookOne(await starter.serves())))
      // Tunnels carry many requests each.
      if (proxy.served() === 0) throw new Error('nothing went through the proxy')
    })
  } finally {
    await proxy.close()
    await place.remove()
  }
}

await small()
if (values.large) {
  for (const release of tooOld) await refusedStart(release)
  for (const release of whole) await wholeStart(release)
}
console.info(`确认的订单 ${acknowledged}，丢失 ${lost}；${passed} 通过，${failures.length} 失败`)
if (values.report) await writeFile(values.report, JSON.stringify({ passed, failed: failures.length, failures }))
process.exitCode = failures.length === 0 ? 0 : 1

interface NpmProxy {
  readonly url: string
  /** Tunnels and requests so far. */
  served(): number
  close(): Promise<void>
}

/** An HTTP proxy as an office has one: tunnels for https, and requests with a whole address for http. */
async function startNpmProxy(): Promise<NpmProxy> {
  let served = 0
  const sockets = new Set<Duplex>()
  const server = createServer((incoming, outgoing) => {
    served++
    const { method, headers, url } = incoming
    const passed = ask(url!, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  server.on('connect', ({ url }: IncomingMessage, near: Duplex, head: Buffer) => {
    served++
    const { hostname, port } = new URL(`https://${url}`)
    const far = connect(Number(port || 443), hostname, () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n')
      far.write(head)
      far.pipe(near).pipe(far)
    })
    sockets.add(near)
    near.on('close', () => sockets.delete(near))
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served: () => served,
    async close() {
      server.close()
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
