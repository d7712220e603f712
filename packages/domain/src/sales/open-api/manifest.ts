import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    openKeyUnknown: { code: 9101, message: '接口密钥无效' },
    openClockSkew: { code: 9102, message: '时间戳超出范围' },
    openSignatureWrong: { code: 9103, message: '签名错误' },
    openNonceSeen: { code: 9104, message: '随机数已使用' },
    openIpRefused: { code: 9105, message: '来源地址不在白名单' },
    openTooFrequent: { code: 9106, message: '请求过于频繁' },
    openScopeMissing: { code: 9107, message: '密钥无此接口权限' },
    openNoStock: { code: 9201, message: '库存不足' },
    openPriceChanged: { code: 9202, message: '价格已变动' },
    openOrderNoDiffers: { code: 9203, message: '渠道订单号重复且内容不一致' },
    openStoreUnmapped: { code: 9204, message: '门店未映射' },
    openModelUnmapped: { code: 9205, message: '车型未映射' },
    openOutOfHours: { code: 9206, message: '不在营业时间' },
    openAdvanceTooShort: { code: 9207, message: '提前预订时间不足' },
    openStatusRefuses: { code: 9208, message: '当前状态不允许此操作' },
    openDriverRefused: { code: 9209, message: '驾驶人不符合要求' },
  },
  audit: {
    features: { openApi: '开放接口' },
  },
} as const satisfies Manifest
