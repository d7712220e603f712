import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { parseArgs, parseEnv } from 'node:util'
import { isMobile } from '@cheyi/domain/platform/check/mobile'
import { type MerchantStatus, merchantStatuses } from '@cheyi/domain/platform/merchant/codes'
import { legalFile } from '@cheyi/domain/platform/session/legal-file'
import { isConsentType, type LegalType, legalTypes } from '@cheyi/domain/platform/session/legal-text'
import { Refusal } from '@cheyi/domain/refusal'
import { formatDateTime, localDate } from '@cheyi/domain/time'
import { buildApp } from '../app.ts'
import { asGate } from '../kernel/enter.ts'
import type { Kernel } from '../kernel/http/pipeline.ts'
import { connect } from '../kernel/postgres/connect.ts'
import { type JoinedDatabase, joinDatabase } from '../kernel/postgres/join-database.ts'
import { commandAddresses } from '../kernel/postgres/sign-in.ts'
import { systemClock } from '../kernel/process/clock.ts'
import { type Config, loadConfig } from '../kernel/process/config.ts'
import { createLog, failureText } from '../kernel/process/log.ts'
import { StartError } from '../kernel/process/start-error.ts'
import { bucketFiles } from '../outside/storage/bucket.ts'
import { diskFiles } from '../outside/storage/disk.ts'
import { moveFiles } from '../outside/storage/move.ts'
import { openFiles } from '../outside/storage/open.ts'
import {
  type InstallationFlag,
  installationFlags,
  setInstallationFlag,
  setPartners,
} from '../platform/merchant/installation.ts'
import { type Action, moveMerchant } from '../platform/operator/actions.ts'
import * as people from '../platform/operator/people.ts'
import * as store from '../platform/operator/store.ts'
import { legalText, legalVersions, planLegalText, publishLegalText } from '../platform/session/legal.ts'
import { publishHolidays } from '../pricing/quote/holidays.ts'
import { backupBucketOf } from './backup-bucket.ts'
import { gather } from './doctor/gather.ts'
import { judge } from './doctor/judge.ts'
import { demoContent, leaveDemo, leaveText, requireStopped } from './leave-demo.ts'
import { abortMove, dropMoved, moveToCluster } from './move/move.ts'
import { retireKeys, rotateKeys } from './renew-keys.ts'

/*
 * npm run operator — work of the platform at the console of the server: reviews merchants, appoints operators, decides for the
 * installation. The name of the person and the reason are required and written to the audit log of the merchant.
 */

const usage = `用法：
  npm run operator -- merchant list [reviewing|normal|suspended|closed]
  npm run operator -- merchant approve|reject|suspend|resume|close <商家ID> --name 经办人 --note 原因
  npm run operator -- merchant move <商家ID> --to <新集群的环境变量文件> --url 新集群地址 [--gateway 主机:端口] --name 经办人 --note 原因
                                                               迁往另一集群，商家停止服务数秒；加 --abort 中止未完成的迁移
  npm run operator -- merchant drop <商家ID>                   删除已迁出商家留在本集群的数据与文件
  npm run operator -- merchant partners <商家ID> [wukong]      可用合作渠道登录，留空为关闭
  npm run operator -- person add <手机号>                      设为平台运营
  npm run operator -- person assign <手机号> <商家ID>          可进入该商家协助
  npm run operator -- person reset-factor <手机号> --name 经办人 --note 核实方式   解除两步验证（手机与恢复码均已丢失）
  npm run operator -- setting ${installationFlags.join('|')} on|off
  npm run operator -- keys rotate                              换用新密钥，服务器可照常运行
  npm run operator -- keys retire                              旧数据改用新密钥加密后，停用旧密钥
  npm run operator -- holidays <文件> --name 经办人 --note 文号    放假安排，格式同 chinese-days.json，立即生效
  npm run operator -- legal list                               协议的各版本与生效日期
  npm run operator -- legal show privacy|service|documents|face [版本]        输出全文，可存为文件修改后发布
  npm run operator -- legal publish privacy|service|documents|face <文件> --version 版本 --effective 生效日期 --name 经办人 --note 原因 [--yes]
                                                               发布新版本，不可撤回；不加 --yes 仅显示将作的改动
  npm run operator -- files move                               将 MEDIA_DIR 中的文件移入对象存储，可中断后重做，服务器可照常运行
  npm run operator -- messages list [手机号]                   未接短信服务时（SMS=outbox）查看未发出的短信
  npm run operator -- demo leave                               清空演示，开始用自己的：先列出要删除的，再要求输入演示商家的名称
  npm run operator -- doctor                                   检查本机的安装：证书、磁盘、时钟、备份、数据库、代理、短信与支付；有问题时退出码为 1`

const moves: readonly string[] = ['approve', 'reject', 'suspend', 'resume', 'close'] satisfies Action[]

const options = {
  name: { type: 'string' },
  note: { type: 'string' },
  version: { type: 'string' },
  effective: { type: 'string' },
  yes: { type: 'boolean' },
  to: { type: 'string' },
  url: { type: 'string' },
  gateway: { type: 'string' },
  abort: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** An unknown option is answered like an unknown command. */
function parseTyped() {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch {
    return { positionals: [], values: {} as ReturnType<typeof parseArgs<{ options: typeof options }>>['values'] }
  }
}
const { positionals, values } = parseTyped()
const [subject = '', verb = '', ...rest] = positionals

const known =
  (subject === 'doctor' && verb === '') ||
  (subject === 'merchant' &&
    (verb === 'list' ||
      ([...moves, 'drop'].includes(verb) && rest.length === 1) ||
      (verb === 'move' && rest.length === 1 && values.to !== undefined && (values.abort || values.url !== undefined)) ||
      (verb === 'partners' && rest.length >= 1))) ||
  (subject === 'person' &&
    ((['add', 'reset-factor'].includes(verb) && rest.length === 1) || (verb === 'assign' && rest.length === 2))) ||
  (subject === 'setting' &&
    installationFlags.includes(verb as InstallationFlag) &&
    ['on', 'off'].includes(rest[0] ?? '')) ||
  (subject === 'keys' && ['rotate', 'retire'].includes(verb) && rest.length === 0) ||
  (subject === 'holidays' && verb !== '' && rest.length === 0) ||
  (subject === 'legal' &&
    ((verb === 'list' && rest.length === 0) ||
      (legalTypes.includes(rest[0] as LegalType) &&
        ((verb === 'show' && rest.length <= 2) || (verb === 'publish' && rest.length === 2))))) ||
  (subject === 'files' && verb === 'move' && rest.length === 0) ||
  (subject === 'demo' && verb === 'leave' && rest.length === 0) ||
  (subject === 'messages' && verb === 'list')

async function run(kernel: Kernel, migratorUrl: string): Promise<void> {
  if (subject === 'keys') return keys(kernel, migratorUrl)
  if (subject === 'files') return files(kernel)
  if (subject === 'messages') return messages(kernel)
  if (subject === 'demo') return demo(kernel, migratorUrl)
  if (subject === 'holidays') return holidays(kernel)
  if (subject === 'legal') return legal(kernel)
  if (subject === 'setting')
    return asGate(kernel, ({ db }) => setInstallationFlag(db, verb as InstallationFlag, rest[0] === 'on'))
  if (subject === 'person') return person(kernel)
  if (verb === 'list') return list(kernel)
  return verb === 'partners' ? partners(kernel) : move(kernel)
}

async function list(kernel: Kernel): Promise<void> {
  const wanted = rest[0] as keyof typeof merchantStatuses.code | undefined
  const status = wanted === undefined ? undefined : merchantStatuses.code[wanted]
  if (wanted !== undefined && status === undefined) throw new StartError(usage)
  const rows = await asGate(kernel, ({ db }) => store.page(db, { status, pageSize: 1000 }))
  for (const row of rows)
    console.info(
      [
        row.id,
        merchantStatuses.text(row.status as MerchantStatus),
        row.name,
        row.contactName,
        `注册于 ${formatDateTime(row.createdAt)}`,
        row.statusNote,
      ].join('\t'),
    )
  console.info(`共 ${rows.length} 个商家`)
}

async function move(kernel: Kernel): Promise<void> {
  const name = await ask('name', '经办人姓名')
  const note = await ask('note', '原因或备注')
  const { status, tell } = await asGate(kernel, (tx) =>
    moveMerchant(tx, kernel.vaults, {
      merchantId: rest[0]!,
      action: verb as Action,
      note,
      by: { userId: null, name, ip: '', traceId: 'command' },
      now: kernel.clock.now(),
    }),
  )
  await tell(kernel.outside.sms)
  console.info(`商家 ${rest[0]} 现为：${merchantStatuses.text(status)}`)
}

/** Runs beside servers of both clusters. The file has the variables of a server of the other one, with MIGRATE_URL or DATA_DIR. */
async function moveAway(config: Config, here: JoinedDatabase): Promise<void> {
  const [merchantId = ''] = rest
  const from = { config, migratorUrl: here.migratorUrl }
  if (verb === 'drop') {
    await dropMoved({ merchantId, from })
    return console.info(`已删除商家 ${merchantId} 留在本集群的数据与文件`)
  }
  const other = loadConfig(parseEnv(await readText(values.to!)))
  await using there = await joinDatabase(other, console)
  const to = { config: other, migratorUrl: there.migratorUrl }
  if (values.abort) {
    await abortMove({ merchantId, from, to })
    return console.info(`已中止，商家 ${merchantId} 仍由本集群服务`)
  }
  const by = { name: await ask('name', '经办人姓名'), note: await ask('note', '原因或备注') }
  const { url = '', gateway = '' } = values
  const done = await moveToCluster({ merchantId, from, to, url, gateway, by, log: console })
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} 秒`
  const steps = done.steps.map(({ what, ms }) => `${what} ${seconds(ms)}`).join('，')
  console.info(
    `商家 ${merchantId} 已迁至 ${url}：${done.tables} 张表、${done.files} 个文件已核对，停止服务 ${seconds(done.pauseMs)}（${steps}）。` +
      '本集群的数据仍保留，确认无误后可用 merchant drop 删除。',
  )
}

async function partners(kernel: Kernel): Promise<void> {
  const [merchantId = '', ...named] = rest
  await asGate(kernel, ({ db }) => setPartners(db, merchantId, named))
  console.info(
    named.length > 0 ? `商家 ${merchantId} 可用 ${named.join('、')} 登录` : `商家 ${merchantId} 已关闭合作渠道登录`,
  )
}

async function keys(kernel: Kernel, migratorUrl: string): Promise<void> {
  const { config, vaults } = kernel
  await using client = await connect(migratorUrl)
  if (verb === 'rotate') {
    const { id, owners } = await rotateKeys({ client, place: config })
    console.info(
      `已生成安装密钥 ${id}，并为 ${owners} 个商家（含平台）生成新的数据密钥，两分钟后启用。\n` +
        `请立即备份密钥文件 ${config.keyFile}；20 分钟后执行 npm run operator -- keys retire 停用旧密钥。`,
    )
  } else {
    const done = await retireKeys({ client, place: config, vaults, files: openFiles(config), log: console })
    console.info(
      `重新加密 ${done.values} 项数据、${done.files} 个文件；停用旧数据密钥 ${done.dataKeys} 个、安装密钥 ${done.installationKeys} 个。` +
        '此前的备份仍需当时的密钥文件才能恢复。',
    )
  }
}

async function holidays(kernel: Kernel): Promise<void> {
  const file = await readHolidays(verb)
  const name = await ask('name', '经办人姓名')
  const note = await ask('note', '国务院通知的文号')
  const now = kernel.clock.now()
  const years = await asGate(kernel, ({ db }) => publishHolidays(db, file, { name, note, now }))
  for (const { year, holidays, workdays, changed } of years)
    console.info(
      `${year}年：假日 ${holidays} 天，调休上班 ${workdays} 天；与此前不同的日期 ${changed.length} 天：${changed.join('、')}`,
    )
  console.info(
    years.length === 0 ? '与现行放假安排一致，未作改动' : '已生效：新报价与价格日历按此计价，已有报价与订单的价格不变',
  )
}

async function readHolidays(path: string): Promise<unknown> {
  const content = await readText(path)
  try {
    return JSON.parse(content)
  } catch {
    throw new StartError(`${path} 不是 JSON 文件`)
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new StartError(`无法读取 ${path}：${failureText(error)}`)
  }
}

async function legal(kernel: Kernel): Promise<void> {
  if (verb === 'list') return legalList(kernel)
  const [type, given] = rest as [LegalType, string | undefined]
  if (verb === 'publish') return publishLegal(kernel, type, given!)
  const text = await asGate(kernel, async ({ db }) =>
    given === undefined
      ? legalText(db, type, kernel.clock.now())
      : (await legalVersions(db, type)).find(({ version }) => version === given),
  )
  if (text === undefined) throw new StartError(`没有版本 ${given}，见 npm run operator -- legal list`)
  process.stdout.write(legalFile(text))
}

async function legalList(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now()
  for (const type of legalTypes) {
    const { versions, inForce } = await asGate(kernel, async ({ db }) => ({
      versions: await legalVersions(db, type),
      inForce: (await legalText(db, type, now)).version,
    }))
    versions.forEach(({ title, version, effectiveOn }, place) => {
      const [ahead, replaced] = [effectiveOn > localDate(now), versions[place - 1]?.effectiveOn === effectiveOn]
      const state = version === inForce ? '现行' : replaced ? '已被同日生效的版本代替' : ahead ? '待生效' : '历史'
      console.info([type, title, version, `${effectiveOn} 生效`, state].join('\t'))
    })
  }
}

async function publishLegal(kernel: Kernel, type: LegalType, path: string): Promise<void> {
  const file = await readText(path)
  const { version = '', effective: effectiveOn = '', yes = false } = values
  const asked = { type, file, version, effectiveOn }
  const now = kernel.clock.now()
  const by = yes && { name: await ask('name', '经办人姓名'), note: await ask('note', '变更原因'), now }
  const { text, before, ...changes } = await asGate(kernel, ({ db }) =>
    by ? publishLegalText(db, asked, by) : planLegalText(db, asked, now),
  )
  console.info(`《${text.title}》版本 ${version}，自 ${effectiveOn} 起代替版本 ${before.version}`)
  const parts = [
    ['新增', changes.added],
    ['删除', changes.removed],
    ['修改', changes.changed],
  ] as const
  for (const [what, headings] of parts)
    for (const heading of headings) console.info(`  ${what}：${heading || '标题下的正文'}`)
  console.info(
    yes
      ? isConsentType(type)
        ? `已发布，不可撤回。${effectiveOn} 起征得的同意按新版本记录，此前的仍为原版本`
        : `已发布，不可撤回；请在生效日前告知用户。${effectiveOn} 起登录页链接的即为新版本，已登录的用户下次登录时同意`
      : '尚未发布；确认无误后加 --yes 执行',
  )
}

async function files({ config: { mediaDir, bucket } }: Kernel): Promise<void> {
  if (bucket === undefined) throw new StartError('未设置对象存储（S3_URL 等环境变量），文件仍在 MEDIA_DIR 中。')
  const to = bucketFiles(bucket)
  await to.check()
  const count = await moveFiles(diskFiles(mediaDir), to, (moved) => console.info(`已移入 ${moved} 个文件…`))
  console.info(`已将 ${count} 个文件移入 ${bucket.url}，${mediaDir} 中不再有文件。`)
}

async function messages(kernel: Kernel): Promise<void> {
  const { outbox } = kernel.outside.sms
  if (outbox === undefined) throw new StartError('短信由短信服务发出，本机不保存。')
  for (const { at, mobile, text } of await outbox()) {
    if (rest[0] === undefined || rest[0] === mobile) console.info(`${formatDateTime(at)}\t${mobile}\t${text}`)
  }
}

async function person(kernel: Kernel): Promise<void> {
  const [mobile = '', merchantId] = rest
  if (!isMobile(mobile)) throw new StartError('手机号格式不正确')
  if (verb === 'reset-factor') {
    await people.resetFactor(kernel, mobile, {
      name: await ask('name', '经办人姓名'),
      note: await ask('note', '如何核实是本人'),
    })
    console.info('已解除两步验证，并已退出其所有登录；请本人重新登录后再次开启')
    return
  }
  await (verb === 'add' ? people.makeOperator(kernel, mobile) : people.assign(kernel, mobile, merchantId!))
  console.info(verb === 'add' ? '已设为平台运营，可用短信验证码登录' : '已可进入该商家')
}

/** Says what goes and what stays, and wants the name of the demo's merchant typed. */
async function demo(kernel: Kernel, migratorUrl: string): Promise<void> {
  {
    await using client = await connect(migratorUrl)
    await requireStopped(client)
  }
  const content = await demoContent(kernel, migratorUrl)
  const [main] = content.merchants
  if (main === undefined) throw new StartError('没有演示数据。')
  console.info(leaveText(content))
  if ((await ask('name', `确认请输入「${main.name}」`)) !== main.name)
    throw new StartError('名称不一致，没有删除任何数据。')
  await leaveDemo(kernel, migratorUrl, content)
  console.info(
    '演示已清空。启动后请在登录页注册您的商家（或用已注册的账号登录），按首页的开业准备录入门店、车型、车辆与价格。',
  )
}

/** The value of an option, or the answer to a question; never empty. */
async function ask(option: 'name' | 'note', question: string): Promise<string> {
  let answer = values[option]?.trim() ?? ''
  if (answer === '' && process.stdin.isTTY) {
    const console = createInterface({ input: process.stdin, output: process.stdout })
    answer = (await console.question(`${question}：`)).trim()
    console.close()
  }
  if (answer === '') throw new StartError(`请用 --${option} 填写${question}`)
  return answer
}

/** Says what is wrong with the installation; it opens and changes nothing that a fault could keep it from. */
async function doctor(config: Config): Promise<void> {
  const found = judge(await gather(config, backupBucketOf(process.env)))
  for (const { level, about, text } of found) console.info(`${level === 'wrong' ? '✗' : '·'} ${about}：${text}`)
  const count = found.filter(({ level }) => level === 'wrong').length
  console.info(count === 0 ? '没有发现问题' : `发现 ${count} 个问题`)
  if (count > 0) process.exitCode = 1
}

async function main(): Promise<void> {
  if (values.help) return console.info(usage)
  if (!known) throw new StartError(usage)
  const config = loadConfig(process.env)
  if (subject === 'doctor') return doctor(config)
  const log = { info: () => {}, warn: console.warn, error: console.error } as Console
  await using database = await joinDatabase(config, log)
  if (subject === 'merchant' && ['move', 'drop'].includes(verb)) return moveAway(config, database)
  await using app = await buildApp({
    config,
    addresses: commandAddresses(database.migratorUrl, 'maintenance'),
    clock: systemClock,
    log: createLog(config),
    work: 'maintenance',
  })
  await run(app.kernel, database.migratorUrl)
}

try {
  await main()
} catch (error) {
  const expected = error instanceof StartError || error instanceof Refusal
  console.error(expected ? error.message : failureText(error))
  process.exitCode = 1
}
