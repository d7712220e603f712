import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    channelRefused: { code: 9001, message: '渠道拒绝：{原因}' },
    mappingMissing: { code: 9003, message: '请至少完成一个门店和一个车型的映射' },
    channelTestFailed: { code: 9004, message: '连通测试未通过：{原因}' },
    channelHasOrders: { code: 9005, message: '仍有未完结订单' },
    codeMapped: { code: 9006, message: '该编码已映射到其他门店/车型' },
    channelPaused: { code: 9010, message: '渠道已暂停' },
  },
  records: {
    channel: ['channel'],
  },
  closingPoints: {
    missingChannelStatements: { step: 8, mayAccept: true },
    openChannelLines: { step: 9, mayAccept: true },
  },
  audit: {
    features: { channel: '渠道' },
    records: { channel: '渠道', channelKey: '接口密钥' },
    fields: { reconciled: '对账的渠道订单', openScopes: '接口权限', openIps: '来源地址', keyRevoked: '吊销' },
  },
} as const satisfies Manifest
