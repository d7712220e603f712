import { onlinePayWays } from '@cheyi/domain/money/payment/codes'
import { calls, type OutputOf, send, useRead } from '../../../kernel/call/calls.ts'
import { baseCode, CallFailure, hasCode } from '../../../kernel/call/failure.ts'
import { apiHost } from '../../../kernel/device/hosts.ts'
import { sendFile } from '../../../kernel/media/upload-send.ts'
import { setToken } from '../../../kernel/token.ts'

/*
 * Checks of an installation from the browser: each one uses one connection between page and server once and reports
 * its result.
 */

export interface Check {
  readonly id: string
  readonly title: string
  readonly note: string
  /** Text of the button; 运行 by default. */
  readonly verb?: string
  /** The check needs a simulator, so it exists on demo installations only. */
  readonly simulated?: true
  /**
   * Returns the observed result. Left out if the user has to judge the result.
   * @throws if the check failed
   */
  readonly run?: () => Promise<string>
}

/** Timeout in ms: the stream sends a heartbeat every 15 s. */
const BEAT = 20_000

const checks: readonly Check[] = [
  { id: '1', title: '统一信封', note: '成功与失败的返回结构、错误码和字段提示', run: envelope },
  {
    id: '2',
    title: '登录已过期（-9）',
    note: '以失效的登录状态请求，应回到登录页，重新登录后回到本页',
    verb: '使登录过期',
    run: invalidToken,
  },
  { id: '3', title: '实时推送（SSE）', note: '建立连接并等到一次心跳，最长 20 秒', run: stream },
  { id: '4', title: '上传图片', note: '上传一张生成的图片并取回', run: upload },
  { id: '5', title: '二维码', note: '用手机扫描，应得到本页地址' },
  { id: '6', title: '模拟短信', note: '演示环境的短信收件箱', simulated: true, run: messages },
  { id: '7', title: '模拟合作渠道', note: '换取一次性授权码', simulated: true, run: partner },
  { id: '8', title: '打印', note: '打开浏览器的打印预览，应只有本页内容', verb: '打印', run: print },
  { id: '9', title: '模拟支付', note: '支付宝与微信支付的模拟商户号和已有的交易', simulated: true, run: payment },
  { id: '10', title: '识别证件', note: '识别一张生成的身份证照片', simulated: true, run: reading },
  { id: '11', title: '模拟证件核验', note: '设定一个姓名的公安与交管核验结果', simulated: true, run: register },
  {
    id: 'terminal',
    title: '模拟车载终端',
    note: '演示车辆的终端应已连上网关并报告位置',
    simulated: true,
    run: terminals,
  },
]

/** The checks that this installation supports. */
export const checksOf = ({ simulators }: OutputOf<typeof calls.lookup.installation>): readonly Check[] =>
  checks.filter(({ simulated }) => simulators || !simulated)

export const useInstallation = () => useRead(calls.lookup.installation, {}, { freshFor: Number.POSITIVE_INFINITY })

async function envelope(): Promise<string> {
  const lists = Object.keys(await send(calls.lookup.enumerations, {}))
  if (lists.length === 0) throw new Error('枚举为空')
  const refusal = await send(calls.overview.search, { keyword: '' }).catch((error: unknown) => error)
  if (!(refusal instanceof CallFailure) || refusal.kind !== 'refused') throw new Error('空关键词没有被拒绝')
  return `成功返回 ${lists.length} 组枚举；失败返回 ${refusal.code}「${refusal.message}」`
}

async function invalidToken(): Promise<string> {
  setToken('expired')
  const answer = await send(calls.session.userInfo, {}).catch((error: unknown) => error)
  if (!(answer instanceof CallFailure) || !hasCode(answer, baseCode.invalidToken)) throw new Error('没有返回 -9')
  return '返回 -9，登录状态已清除'
}

async function stream(): Promise<string> {
  const { ticket } = await send(calls.stream.ticket, {})
  const source = new EventSource(`${apiHost}/api/stream/v1/events?${new URLSearchParams({ ticket, ago: '1' })}`)
  const began = performance.now()
  try {
    await new Promise<void>((resolve, reject) => {
      source.addEventListener('beat', () => resolve())
      source.onerror = () => reject(new Error('连接中断'))
      setTimeout(() => reject(new Error('20 秒内没有心跳')), BEAT)
    })
    return `${((performance.now() - began) / 1000).toFixed(1)} 秒后收到心跳`
  } finally {
    source.close()
  }
}

async function drawn(): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 64
  const pen = canvas.getContext('2d')
  if (pen) {
    pen.fillStyle = 'steelblue'
    pen.fillRect(8, 8, 48, 48)
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return new File([blob!], 'check.png', { type: 'image/png' })
}

async function upload(): Promise<string> {
  const stored = await sendFile(calls.media.upload, { biz: 'remark' }, await drawn(), { key: crypto.randomUUID() })
  const picture = new Image()
  picture.src = stored.url
  await picture.decode()
  return `已上传 ${stored.size} 字节，取回 ${picture.naturalWidth} × ${picture.naturalHeight}`
}

async function messages(): Promise<string> {
  const { list } = await send(calls.simulation.messages, {})
  return `收件箱有 ${list.length} 条短信`
}

async function partner(): Promise<string> {
  const { code } = await send(calls.simulation.partnerCode, { partnerUserId: 'check' })
  return `授权码 ${code}`
}

async function payment(): Promise<string> {
  const accounts = await Promise.all(onlinePayWays.map((payWay) => send(calls.simulation.payAccount, { payWay })))
  const { list } = await send(calls.simulation.payTrades, {})
  return `商户号 ${accounts.map(({ merchantNo }) => merchantNo).join('、')}，最近 ${list.length} 笔交易`
}

async function reading(): Promise<string> {
  const { mediaId } = await sendFile(calls.media.upload, { biz: 'person' }, await drawn(), { key: crypto.randomUUID() })
  const asked = { mediaId, slot: 'imgFront', consent: true } as const
  const { reading: read } = await send(calls.driver.readDocument, asked, { idempotencyKey: crypto.randomUUID() })
  if (!read?.identityNo) throw new Error('没有读出证件号码')
  return `读出 ${read.name}，证件号码 ${read.identityNo.length} 位`
}

async function register(): Promise<string> {
  for (const paper of ['idCard', 'licence'] as const)
    await send(calls.simulation.register, { paper, name: '自检用例', answer: 'same' })
  return '姓名「自检用例」的核验结果已设为一致'
}

async function print(): Promise<string> {
  window.print()
  return '已打开打印预览'
}

async function terminals(): Promise<string> {
  const { list, counts } = await send(calls.vehicleControl.page, {})
  const last = Math.max(...list.map(({ lastMsgAt }) => lastMsgAt ?? 0))
  if (!counts || counts.online === 0) throw new Error('没有在线的终端')
  return `${counts.all} 辆车有终端，${counts.online} 辆在线，最近一次上报在 ${Math.round((Date.now() - last) / 1000)} 秒前`
}
