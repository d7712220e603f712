import { expect, it } from 'vitest'
import { formatDays, formatHours } from '../../length.ts'
import { DAY } from '../../time.ts'
import { type RetentionKind, retentions } from '../retention/rules.ts'
import { COOLING_DAYS } from './cancellation.ts'
import { privacyPolicy } from './legal-privacy.ts'

/* A published text is not changed with a rule: it needs a new version. So it is compared with the rules that it promises. */

const periods = new Map(
  privacyPolicy.sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (typeof block === 'object' && 'table' in block ? block.table : []))
    .map(([what, period]) => [what, period]),
)

const YEAR = 366 * DAY
const textOf = (span: number): string =>
  span >= YEAR ? `${span / YEAR}年` : span > DAY ? formatDays(span) : formatHours(span)

it.each<[what: string, kind: RetentionKind]>([
  ['员工姓名、工号、驾驶证号', 'staff'],
  ['登录记录中的IP与设备', 'sessions'],
  ['操作日志', 'audit'],
  ['客户姓名、电话、证件号与驾驶证号', 'person'],
  ['证件照片', 'documents'],
  ['人脸照片', 'face'],
  ['签名与合同文件', 'papers'],
  ['取还车地址坐标', 'coordinates'],
  ['验车与车损影像', 'handovers'],
  ['付款人姓名、账号尾号与会计凭证', 'payers'],
  ['渠道报文与短信正文', 'texts'],
  ['导入文件与导出文件', 'tables'],
  ['导入文件与导出文件', 'exports'],
])('promises for %s the period of the retention rule (%s)', (what, kind) => {
  expect(periods.get(what)).toContain(textOf(retentions[kind].kept))
})

it('promises the cooling-off period of a cancelled account', () => {
  expect(periods.get('员工手机号')).toContain(`${COOLING_DAYS}天冷静期`)
})
