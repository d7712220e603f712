import { sources } from '@cheyi/domain/booking/order/codes'
import { payWays } from '@cheyi/domain/money/payment/codes'
import { companyCodeProblem } from '@cheyi/domain/platform/check/company-code'
import { merchantStatuses } from '@cheyi/domain/platform/merchant/codes'
import { MAX_PAYMENT_FEN } from '@cheyi/domain/platform/merchant/pay-setting'
import {
  MAX_PREPAY_FEN,
  PREPAY_BP,
  PREPAY_BP_TEXT,
  PREPAY_FEN_TEXT,
  prepayKinds,
} from '@cheyi/domain/platform/merchant/prepay'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  Flag,
  flag,
  id,
  idOrNone,
  int,
  list,
  maybe,
  mobile,
  nestedRecord,
  orElse,
  paging,
  record,
  text,
  Version,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { MediaView } from './media.ts'

/** Settings in force: of the merchant, or with `storeId` those of the store. Minutes, basis points, fen, days, km. */
export const Settings = z.object({
  turnaroundMinutes: out.count,
  prepMinutes: out.count,
  lockWindowMinutes: out.count,
  overdueHoldMinutes: out.count,
  graceMinutes: out.count,
  dayAfterMinutes: out.count,
  overdueMultiplierBp: out.count,
  /** 1 no refund, 2 recalculated less a fee, 3 recalculated. */
  earlyReturnMode: out.count,
  earlyReturnFeeBp: out.count,
  manualDiscountBp: out.count,
  autoConfirm: z.boolean(),
  payTimeoutMinutes: out.count,
  confirmAlarmMinutes: out.count,
  earlyPickupMinutes: out.count,
  undoMinutes: out.count,
  violationHoldDays: out.count,
  crossDeduct: z.boolean(),
  taxpayer: out.count,
  violationAt: out.count,
  refundApproveLimitFen: out.fen,
  fuelFenPerLitre: out.fen,
  chargeFenPerKwh: out.fen,
  chargeFenPerPct: out.fen,
  energyServiceFeeFen: out.fen,
  refundExtraFuel: z.boolean(),
  lowBatteryFeeFen: out.fen,
  oneWayChangesHome: z.boolean(),
  askIdentityBack: z.boolean(),
  askLicence: z.boolean(),
  askLicenceSub: z.boolean(),
  /** Above 0: the police register is queried before documents are verified. */
  checkIdentityDaily: out.count,
  /** The same for the traffic police register. */
  checkLicenceDaily: out.count,
  /** The same for the provider of violations. */
  queryViolationsDaily: out.count,
  /** The merchant's sources, including offline: others are not offered, but existing records retain them. */
  channels: z.array(out.code(sources)),
  /** The merchant's own names of order sources, by source number. */
  sourceNames: z.record(z.string(), z.string()),
})

const LARGEST_SETTING = 10_000_000_000_000
const settingNumber = z.number().min(-LARGEST_SETTING).max(LARGEST_SETTING)

/** The value of any setting: an amount, minutes, a code or an instant; a flag; days; names; notifications; null removes it. */
const settingValue = z
  .union([
    settingNumber,
    z.boolean(),
    z.array(settingNumber).max(10),
    record(text(0, 40, '来源名称'), '来源名称', 50),
    z.strictObject({
      muted: z.array(text(0, 60, '消息类型')).max(500),
      texted: z
        .array(text(0, 60, '消息类型'))
        .max(500)
        .optional(),
    }),
  ])
  .nullable()

const prepayFields = {
  source: code(sources, '订单来源'),
  kind: code(prepayKinds, '预付方式'),
  rateBp: orElse(int(PREPAY_BP.min, PREPAY_BP.max, '预付比例', PREPAY_BP_TEXT).nullable(), null),
  fixedFen: orElse(int(1, MAX_PREPAY_FEN, '预付金额', PREPAY_FEN_TEXT).nullable(), null),
}

const paymentBounds = `单笔收款上限应在¥0.01至¥${(MAX_PAYMENT_FEN / 100).toFixed(2)}之间`

export const merchant = {
  list: read({
    path: '/api/merchant/info/v1/page',
    summary: '可进入的商家',
    permission: 'signedIn',
    tenant: 'none',
    input: z.object({ ...paging(10_000), name: maybe(text(0, 50, '商家名称')) }),
    output: out.page(
      z.object({
        id: out.id,
        merchantId: out.id,
        name: z.string(),
        logo: z.string().nullable(),
        status: out.code(merchantStatuses),
        storeCount: out.count,
        /** The user's last sign-in to it; null for never. */
        lastLoginAt: out.time.nullable(),
      }),
    ),
  }),
  setting: read({
    method: 'GET',
    path: '/api/merchant/info/v1/setting',
    summary: '生效的业务设置',
    permission: 'signedIn',
    input: z.object({ storeId: maybe(id('门店')) }),
    output: Settings,
  }),
  paySetting: read({
    method: 'GET',
    path: '/api/merchant/pay/v1/setting',
    summary: '收款设置',
    permission: ['order.payment', 'merchant.pay'],
    input: z.object({
      /** Of this store; missing: of the merchant. */
      storeId: maybe(id('门店')),
    }),
    output: z.object({
      /** Payment methods that the merchant accepts. */
      payWays: z.array(out.code(payWays)),
      /** Whether staff may record receipts by hand. */
      offline: z.boolean(),
      /** 1 standard; 2 the platform collects: no manual receipts, no own QR code. */
      payProfile: out.count,
      maxPayment: out.fen,
      cashShifts: z.object({ shiftRequired: Flag, floatSigned: Flag }),
      /** Sources whose orders need only a part of the price at booking. */
      prepay: z.array(
        z.object({
          source: out.code(sources),
          kind: out.code(prepayKinds),
          rateBp: out.count.nullable(),
          fixedFen: out.fen.nullable(),
        }),
      ),
      payTimeoutMinutes: out.count,
      violationHoldDays: out.count,
      /** The merchant's choice, whether or not it is usable now: an online method needs its provider. */
      chosenWays: z.array(out.code(payWays)),
      /** The platform sets who collects; the merchant cannot change it. */
      fixed: z.boolean(),
      /** The merchant has saved them; before that, defaults apply. */
      confirmed: z.boolean(),
      version: out.count,
    }),
    refusals: ['payWayClosed'],
  }),
  savePay: write({
    operators: false,
    path: '/api/merchant/pay/v1/save',
    summary: '保存收款设置',
    permission: ['merchant.pay'],
    reach: 'merchant',
    repeat: 'version',
    input: z.object({
      payProfile: code([1, 2], '收款模式'),
      payWays: list(code(payWays, '收款方式'), 10, '收款方式'),
      limits: nestedRecord({ maxPayment: int(1, MAX_PAYMENT_FEN, '单笔收款上限', paymentBounds) }, '收款限额'),
      /** Missing: unchanged. */
      cashShifts: maybe(
        nestedRecord(
          {
            shiftRequired: flag('请选择是否开班后才能收现金', '开班后才能收现金'),
            floatSigned: flag('请选择开班现金不符是否需复核', '开班现金不符需复核'),
          },
          '收银班次',
        ),
      ),
      /** The prepayment by source; a source that is not named needs full payment. Missing: unchanged. */
      prepay: maybe(list(nestedRecord(prepayFields, '预付款'), sources.values.length, '预付款')),
      version: maybe(Version),
    }),
    output: z.object({ version: out.count }),
    refusals: ['payWayClosed'],
    refreshes: ['deposit'],
  }),
  storePay: read({
    method: 'GET',
    path: '/api/merchant/pay/v1/store/list',
    summary: '门店收款设置',
    permission: ['merchant.pay'],
    /** null: the merchant's value applies. */
    output: z.array(
      z.object({
        storeId: out.id,
        name: z.string(),
        payWays: z.array(out.code(payWays)).nullable(),
        maxPayment: out.fen.nullable(),
        version: out.count,
      }),
    ),
  }),
  saveStorePay: write({
    operators: false,
    path: '/api/merchant/pay/v1/store/save',
    summary: '保存门店收款设置',
    permission: ['merchant.pay'],
    repeat: 'version',
    input: z.object({
      storeId: id('门店'),
      /** Missing values are the merchant's. */
      payWays: maybe(list(code(payWays, '收款方式'), 10, '收款方式')),
      maxPayment: maybe(int(1, MAX_PAYMENT_FEN, '单笔收款上限', paymentBounds)),
      version: maybe(Version),
    }),
    output: z.object({ version: out.count }),
    refusals: ['payWayClosed'],
    refreshes: ['deposit'],
  }),
  detail: read({
    method: 'GET',
    path: '/api/merchant/info/v1/detail',
    summary: '商家资料与设置',
    permission: ['merchant.setting'],
    output: z.object({
      merchantId: out.id,
      status: out.code(merchantStatuses),
      name: z.string(),
      shortName: z.string(),
      logo: MediaView.nullable(),
      licenceNo: z.string(),
      licenceFile: MediaView.nullable(),
      rentalFilingNo: z.string(),
      contactName: z.string(),
      contactMobile: z.string(),
      cityCode: z.string(),
      cityName: z.string(),
      districtCode: z.string(),
      districtName: z.string(),
      /** Settings in force by name: `numbers` are fen, minutes and codes; `flags`; `days` lead times of reminders. */
      numbers: z.record(z.string(), z.number()),
      flags: z.record(z.string(), z.boolean()),
      days: z.record(z.string(), z.array(out.count)),
      /** Until when an operator of the platform may make changes; null: not permitted. */
      operatorWriteUntil: out.time.nullable(),
      /** Names of the settings that the merchant has set; the others are defaults. */
      ownSettings: z.array(z.string()),
      /** Names of settings without effect, because the installation has no account at the required vendor. */
      withoutProvider: z.array(z.string()),
      /** Stores with own settings. */
      stores: z.array(z.object({ storeId: out.id, name: z.string(), settings: z.record(z.string(), z.number()) })),
      sourceNames: z.record(z.string(), z.string()),
      /** Notifications that differ from the default: names of domain notify/matrix.ts and notify/customer.ts. */
      notify: z.object({ muted: z.array(z.string()), texted: z.array(z.string()) }),
      /** Used and available space of the merchant's files. */
      space: z.object({ usedBytes: out.count, quotaBytes: out.count }),
      /** Every role, for the text messages per role. */
      roles: z.array(z.object({ id: out.id, name: z.string() })),
      version: out.count,
    }),
  }),
  save: write({
    operators: false,
    path: '/api/merchant/info/v1/save',
    summary: '保存商家资料',
    permission: ['merchant.setting'],
    reach: 'merchant',
    repeat: 'version',
    input: z.object({
      name: text(2, 50, '商家名称', '请输入商家名称'),
      shortName: text(1, 12, '商家简称', '请输入商家简称'),
      logoId: idOrNone('标志'),
      licenceNo: text(1, 18, '统一社会信用代码', '请输入统一社会信用代码').refine(
        (value) => companyCodeProblem(value.toUpperCase()) === null,
        '统一社会信用代码不正确',
      ),
      licenceFileId: idOrNone('营业执照'),
      rentalFilingNo: orElse(text(0, 40, '租赁备案号'), ''),
      contactName: text(2, 20, '联系人', '请输入联系人'),
      contactMobile: mobile('联系电话'),
      cityCode: text(6, 6, '城市', '请选择城市'),
      districtCode: orElse(text(0, 6, '区县'), ''),
      version: maybe(Version),
    }),
    output: z.object({ version: out.count }),
    refreshes: ['session'],
  }),
  saveSetting: write({
    operators: true,
    path: '/api/merchant/info/v1/setting/save',
    summary: '保存业务设置',
    permission: ['merchant.setting'],
    repeat: 'version',
    input: z.object({
      /** Only changed names, including `sourceNames`; null restores the default, for a store the merchant's value. */
      settings: record(settingValue, '设置', 200),
      storeId: maybe(id('门店')),
      version: maybe(Version),
    }),
    output: z.object({ version: out.count }),
    refusals: ['noCutRuleUnseen'],
    refreshes: ['store', 'stock', 'quote', 'order', 'overview', 'todo'],
  }),
  setup: read({
    method: 'GET',
    path: '/api/merchant/info/v1/setup',
    summary: '开业准备进度',
    permission: 'signedIn',
    /**
     * Number of completed items: open stores with position and hours, models, cars in service, prices, 1 for confirmed
     * payment settings, accounts.
     */
    output: z.object({
      store: out.count,
      model: out.count,
      vehicle: out.count,
      /** Vehicles in service or not yet. */
      fleet: out.count,
      price: out.count,
      /** Number of models, once none of them lacks deposits. */
      deposit: out.count,
      pay: out.count,
      account: out.count,
    }),
  }),
}
