import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    idNumberInvalid: { code: 1101, message: '证件号码格式不正确' },
    personExists: { code: 1102, message: '该证件已登记，请直接选择客户' },
    personVerifyFailed: { code: 1103, message: '证件核验未通过' },
    personBlacklisted: { code: 1105, message: '该客户在黑名单中' },
    licenceNotAlone: { code: 1108, message: '该驾驶证不能单独在中国内地驾驶，请先取得临时机动车驾驶许可或中国驾驶证' },
    personNotServed: { code: 1111, message: '该客户没有您可见的订单，为其建单后可办理' },
    permitEnds: { code: 1109, message: '临时驾驶许可须在还车日仍有效' },
    driverBusy: { code: 5101, message: '该员工时间冲突' },
    noDelivery: { code: 5102, message: '该订单无需取送车' },
  },
  counters: {
    personRequest: 'person.edit',
  },
  audit: {
    features: { driver: '司机与证件' },
    records: { person: '客户' },
    fields: {
      erased: '已删除个人信息',
      legalHold: '资料保全',
      identityCheck: '公安实名核验',
      mismatchReason: '公安核验不一致仍通过的原因',
      licenceCheck: '驾驶证核验',
      licenceReason: '驾驶证核验有误仍通过的原因',
      identityExpire: '证件有效期',
      licenceKind: '驾驶证类型',
    },
  },
} as const satisfies Manifest
