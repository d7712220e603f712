import { DAY, HOUR, type Instant } from '../../time.ts'

/*
 * Retention periods, one row per kind of data: used by the deletion jobs, and as the answer to a customer's
 * deletion request. `hold`: an order with open business retains it, whatever its age.
 */

export interface Retention {
  readonly what: string
  /** Milliseconds. */
  readonly kept: number
  /** The event from which the period counts. */
  readonly since: string
  readonly hold: boolean
  /** The legal or business reason, where the data is not deleted on request. */
  readonly why?: string
}

/** Counted in leap years, so that a legal period is never cut short. */
const years = (n: number): number => n * 366 * DAY

export const retentions = {
  face: { what: '人脸照片', kept: 7 * DAY, since: '核验', hold: false },
  documents: { what: '证件照片', kept: years(1), since: '最后一单结清', hold: true },
  person: { what: '姓名、电话、证件号码', kept: years(3), since: '最后一单结清', hold: true },
  coordinates: { what: '取还车坐标', kept: 90 * DAY, since: '订单结清', hold: true },
  driverPlaces: { what: '送取车员到达位置', kept: 90 * DAY, since: '到达', hold: false },
  contacts: { what: '订单联系人、取还车地址', kept: years(3), since: '订单结清', hold: true },
  remarks: { what: '备注附图、转办', kept: years(1), since: '订单结清', hold: true },
  handovers: {
    what: '交接、车损与费用照片',
    kept: years(3),
    since: '订单结清',
    hold: true,
    why: '民法典第188条，诉讼时效三年',
  },
  papers: { what: '合同与签名', kept: years(3), since: '订单结清', hold: true, why: '民法典第188条，诉讼时效三年' },
  payers: { what: '收付款人与凭证', kept: years(10), since: '收付款', hold: true, why: '会计法，会计凭证保管' },
  audit: { what: '操作日志', kept: years(3), since: '操作', hold: false, why: '网络安全法第21条，日志留存' },
  staff: { what: '离职员工姓名、工号、驾驶证号', kept: years(3), since: '离职', hold: false },
  sessions: { what: '登录记录（IP、设备）', kept: 180 * DAY, since: '登录结束', hold: false },
  texts: { what: '短信内容与号码', kept: 180 * DAY, since: '发送', hold: false },
  payNotices: { what: '支付机构通知原文', kept: 30 * DAY, since: '收到', hold: false },
  channelCalls: { what: '渠道接口日志与回调', kept: 30 * DAY, since: '请求或发出', hold: false },
  notices: { what: '站内通知', kept: years(1), since: '发出', hold: false },
  tables: { what: '导入的表格', kept: 7 * DAY, since: '上传', hold: false },
  exports: { what: '导出的文件', kept: DAY, since: '生成', hold: false },
  orphans: { what: '未被任何单据引用的文件', kept: 48 * HOUR, since: '上传', hold: false },
} as const satisfies Record<string, Retention>

export type RetentionKind = keyof typeof retentions

/** Data from before this instant may be deleted. */
export const deletionLimit = (kind: RetentionKind, now: Instant): Instant => now - retentions[kind].kept
