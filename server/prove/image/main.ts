import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { contract } from '@cheyi/contract/index'
import { debianProgram } from '../../../scripts/lib/debian-program.mjs'
import { root } from '../../../scripts/lib/workspace.mjs'
import { bookAsVisitor, requireBooking } from '../crew/visit.ts'
import { waitUntil } from '../crew/wait-until.ts'
import { buildImage, hasImage, makeBase, type OpenImage, openImage } from './buildah.ts'
import type { Container, Ground } from './container.ts'
import { Installation } from './installation.ts'

/*
 * npm run image -- --prove — whether the container image of ops/image does what its users expect: it is built by buildah on a Debian made
 * by debootstrap, run by runc as compose.yaml says, upgraded from an earlier release with data, and rolled back.
 *   --base NAME   another base image, which buildah has or may fetch
 *   --from REF    the release to upgrade from: a commit or a tag; else the newest tag `v…`, else the oldest commit whose migrations are
 *                 those of today
 *   --built       builds nothing, and tries the images of the run before
 */

const { values } = parseArgs({
  options: {
    prove: { type: 'boolean' },
    base: { type: 'string' },
    from: { type: 'string' },
    built: { type: 'boolean' },
  },
})

const MOST_MEGABYTES = 450
const [TODAY, BEFORE] = ['localhost/cheyi:today', 'localhost/cheyi:before']
const rows: (readonly [what: string, seen: string, isRight: boolean])[] = []

function say(what: string, seen: string, isRight = true): void {
  rows.push([what, seen, isRight])
  console.info(`${isRight ? '✓' : '✗'} ${what}：${seen}`)
}
const seconds = (value: number): string => `${value.toFixed(1)} 秒`

/** Tries a part; what fails is told, and the parts after it are tried too. */
async function part(what: string, work: () => Promise<string>): Promise<void> {
  const began = performance.now()
  try {
    say(what, `${await work()}（${seconds((performance.now() - began) / 1000)}）`)
  } catch (error) {
    say(what, (error as Error).message, false)
  }
}

const git = (...words: readonly string[]): string =>
  execFileSync('git', ['-C', root, ...words], { encoding: 'utf8' }).trim()

/** The release before: a migration that is edited in place before the first release refuses data of older commits. */
function releaseBefore(): { ref: string; why: string } {
  if (values.from !== undefined) return { ref: values.from, why: '--from' }
  const [tag] = git('tag', '--list', 'v*', '--sort=-v:refname').split('\n')
  if (tag) return { ref: tag, why: '最近的版本标签' }
  const migrations = (ref: string) => git('rev-parse', `${ref}:server/migrations`)
  const today = migrations('HEAD')
  let ref = 'HEAD'
  for (const commit of git('log', '--first-parent', '--format=%H', '-n', '200').split('\n')) {
    if (migrations(commit) !== today) break
    ref = commit
  }
  return { ref, why: '没有版本标签：与今天迁移相同的最早提交，升级中没有迁移' }
}

async function refusesDemo(url: string): Promise<boolean> {
  const body = JSON.stringify({ mobile: '13800000001', password: 'Cheyi2026', agree: true })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}${contract.session.login.path}`, { method: 'POST', body, headers })
  return !((await answer.json()) as { success: boolean }).success
}

/** A new installation as compose.yaml starts one: migrated apart, without a demo, with a gateway. */
async function newInstallation(ground: Ground, image: OpenImage): Promise<void> {
  const place = await Installation.found(ground, 'new', join(ground.folder, 'new-backups'))
  const started: Container[] = []
  try {
    await part('migrate 建库，之后的服务没有超级用户的密码', async () => {
      await place.command(image, ['migrate'])
      return '完成'
    })
    await part('全新安装启动到 /readyz', async () => {
      const { container, seconds: took } = await place.serve(image)
      started.push(container)
      const { uid, capabilities, megabytes } = await container.process()
      if (uid === 0 || !/^0+$/.test(capabilities)) throw new Error(`user ${uid}, capabilities ${capabilities}`)
      return `${seconds(took)}，用户 ${uid}，没有特权，内存 ${megabytes} MB`
    })
    await part('健康检查命令', async () => {
      const codes = [await started[0]!.health(), await started[0]!.health('cheyi', 'health', 'gateway')]
      if (codes[0] !== 0 || codes[1] === 0) throw new Error(`exit codes ${codes}`)
      return '服务正常时为 0；没有网关时不为 0'
    })
    await part('根文件系统只读', async () => {
      if ((await started[0]!.health('sh', '-c', ': > /app/x')) === 0) throw new Error('/app can be written')
      return '/app 不能写入'
    })
    await part('默认没有演示', async () => {
      if (!(await refusesDemo(place.url))) throw new Error('a demo account signed in')
      return '演示账号不能登录'
    })
    await part('网关只凭 gateway.json 启动', async () => {
      const env = {
        GATEWAY_HOST: '127.0.0.1',
        GATEWAY_PORT: `${place.port + 1}`,
        KEY_FILE: '/nowhere',
        DATA_DIR: '/tmp',
      }
      const gateway = await place.run(image, ['gateway'], false, env)
      started.push(gateway)
      const isWell = async () => gateway.isOver || (await gateway.health('cheyi', 'health', 'gateway')) === 0
      await waitUntil('the gateway', isWell, 60_000)
      if (gateway.isOver) throw new Error(gateway.output)
      return `健康，内存 ${(await gateway.process()).megabytes} MB`
    })
    await part('SIGTERM 后正常停止', async () => {
      const ends = await Promise.all(started.map((one) => one.stop()))
      if (ends.some(({ code }) => code !== 0)) throw new Error(`exit codes ${ends.map(({ code }) => code)}`)
      return ends.map(({ seconds: took }) => seconds(took)).join('、')
    })
  } finally {
    for (const one of started) await one.kill()
    await place.stop()
  }
}

/** The one before with data, today's on the same, and the way back by the backup. */
async function upgrade(ground: Ground, before: OpenImage, today: OpenImage): Promise<void> {
  const backups = join(ground.folder, 'backups')
  const place = await Installation.found(ground, 'lived', backups)
  let [kept, lost] = ['', '']
  const demo = { DEMO: 'on' }
  try {
    await part('旧版装载演示，登录并下单', async () => {
      const { container, seconds: took } = await place.serve(before, demo, true)
      kept = await bookAsVisitor(place.url).finally(() => container.stop())
      return `${seconds(took)}到 /readyz，订单 ${kept}`
    })
    await part('升级前备份', async () => {
      await place.command(before, ['backup', '/var/backups/cheyi'])
      return '完成并读回核对'
    })
    await part('新版在原数据上启动，旧订单还在，再下一单', async () => {
      const { container, seconds: took } = await place.serve(today, demo, true)
      try {
        await requireBooking(place.url, kept)
        lost = await bookAsVisitor(place.url, 75)
        return `${seconds(took)}到 /readyz，内存 ${(await container.process()).megabytes} MB`
      } finally {
        await container.stop()
      }
    })
    await part('新版 check-money', async () => {
      const said = await place.command(today, ['check-money'])
      return said.trim().split('\n').at(-1)!
    })
    await part('nightly 做备份并试恢复，只读根文件系统、非 root', async () => {
      const nightly = await place.run(today, ['nightly'], true)
      const isProven = async () => nightly.isOver || (await nightly.health('cheyi', 'health', 'nightly')) === 0
      await waitUntil('a proven backup', isProven, 300_000, 1000).finally(() => nightly.stop())
      const [told] = /试恢复成功.*/.exec(nightly.output) ?? []
      if (told === undefined) throw new Error(nightly.output)
      return told
    })
    await part('operator doctor', async () => {
      const said = await place.command(today, ['operator', 'doctor'], [0, 1])
      const last = said.trim().split('\n').at(-1)!
      if (!/^没有发现问题|^发现 \d+ 个问题/.test(last)) throw new Error(said)
      return `${last}（本机没有服务在运行、没有公开地址，应有发现）`
    })
  } finally {
    await place.stop()
  }
  const back = await Installation.found(ground, 'back', backups)
  try {
    await part('退回：旧版在空库上恢复升级前的备份', async () => {
      if (kept === '' || lost === '') throw new Error('no order before and after the upgrade')
      const [first] = execFileSync('ls', [backups], { encoding: 'utf8' }).split('\n')
      const name = first!.replace(/\.\w+$/, '')
      await back.command(before, ['restore', `/var/backups/cheyi/${name}.backup`, `/var/backups/cheyi/${name}.keys`])
      const { container } = await back.serve(before, demo, true)
      try {
        await requireBooking(back.url, kept)
        const isThere = await requireBooking(back.url, lost).then(
          () => true,
          () => false,
        )
        if (isThere) throw new Error('the order of the new release is there too')
      } finally {
        await container.stop()
      }
      return '升级前的订单还在，升级后的不在'
    })
  } finally {
    await back.stop()
  }
}

async function build(): Promise<void> {
  const began = performance.now()
  const isThere = values.base === undefined && (await hasImage('localhost/cheyi-base:trixie'))
  const base = values.base ?? (await makeBase())
  say('基础镜像', isThere ? `${base}，已有` : `${base}，${seconds((performance.now() - began) / 1000)}`)
  say('构建今天的镜像（buildah，chroot 隔离）', seconds(await buildImage(TODAY, base)))
  const { ref, why } = releaseBefore()
  say(`构建旧版镜像 ${git('rev-parse', '--short', ref)}`, `${seconds(await buildImage(BEFORE, base, ref))}，${why}`)
}

async function main(): Promise<void> {
  if (!values.prove) throw new Error('用法：npm run image -- --prove [--base 基础镜像] [--from 旧版本] [--built]')
  const folder = await mkdtemp(join(tmpdir(), 'cheyi-image-'))
  const runc = debianProgram('runc', ['runc'], join(folder, 'packages'))
  if (runc === undefined) throw new Error('需要 runc')
  const ground = { runc, folder }
  const images: OpenImage[] = []
  try {
    if (!values.built) await build()
    const [today, before] = [await openImage(TODAY), await openImage(BEFORE)]
    images.push(today, before)
    say('镜像大小', `${today.megabytes} MB，上限 ${MOST_MEGABYTES} MB`, today.megabytes < MOST_MEGABYTES)
    say('镜像的用户', today.config.User, /^[1-9]/.test(today.config.User))
    await newInstallation(ground, today)
    await upgrade(ground, before, today)
  } finally {
    for (const image of images) await image.close()
    await rm(folder, { recursive: true, force: true })
  }
  const failed = rows.filter(([, , isRight]) => !isRight).length
  console.info('\n| 项目 | 结果 |\n| --- | --- |')
  for (const [what, seen, isRight] of rows)
    console.info(`| ${isRight ? '' : '✗ '}${what} | ${seen.split('\n')[0]!.slice(0, 200)} |`)
  console.info(
    `\n容器由 runc 运行：只读根文件系统、非 root、无特权，网络用本机的；没有试过 docker compose 与真实的证书签发。`,
  )
  console.info(`${rows.length - failed} 通过，${failed} 失败`)
  process.exitCode = failed === 0 ? 0 : 1
}

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
