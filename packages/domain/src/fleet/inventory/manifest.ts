import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    plateInvalid: { code: 6010, message: '车牌号格式不正确' },
    vehicleNotReady: { code: 6011, message: '{项}未完善或已过期，不能上架' },
    plateTaken: { code: 6012, message: '该车牌已存在' },
    vinTaken: { code: 6013, message: '该车架号已存在' },
    vehicleBusy: { code: 6014, message: '车辆在租或有未完结工单' },
  },
  counters: {
    papers: 'inventory.edit',
    turnaround: 'inventory.edit',
  },
  records: {
    inventory: ['inventory'],
  },
  audit: {
    features: { inventory: '车辆' },
    records: { vehicle: '车辆' },
    fields: {
      formerPlates: '曾用车牌',
      overwrite: '覆盖已有',
      insuranceExpireOn: '交强险到期',
      commercialExpireOn: '商业险到期',
      papersEndOn: '证件到期',
      turnaroundDoneAt: '整备完成时间',
      plateExpireOn: '临牌有效期',
      ownerName: '所有人',
      rentalCertNo: '租赁证号',
      nextCareKm: '下次保养里程',
      nextCareOn: '下次保养日期',
      careToldOn: '保养提醒日期',
      reportedKm: '设备里程',
      kmPerDay: '日均里程',
    },
  },
} as const satisfies Manifest
