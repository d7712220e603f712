import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    dateStopped: { code: 3002, message: '所选日期已停售' },
    noVehicleLeft: { code: 3101, message: '该时段车辆不足' },
    vehicleTaken: { code: 3104, message: '该车辆在租期内已被占用' },
    planPending: { code: 3107, message: '正在计算排车，请稍候' },
    stopSaleHarms: { code: 6031, message: '停售后将有 {n} 个订单无车可用，是否继续？' },
    stopSaleTooMany: { code: 6032, message: '停售数量不能大于车辆总数' },
  },
  counters: {
    oversold: 'stock',
  },
  audit: {
    features: { stock: '库存' },
    records: { stopSale: '停售' },
  },
} as const satisfies Manifest
