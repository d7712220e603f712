import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    siteNameTaken: { code: 9301, message: '该网址已被使用，请换一个' },
    siteClosed: { code: 9302, message: '该商家暂未开放网上预订' },
    siteSoldOut: { code: 9303, message: '这辆车刚被订走，请换个时间或车型' },
    siteRefused: { code: 9305, message: '无法在网上预订，请致电门店' },
    sitePlatformOrder: { code: 9321, message: '该订单在平台预订，请在下单的平台修改或取消' },
    siteAtStore: { code: 9322, message: '该订单不能在网上办理，请致电门店' },
    siteNotInvited: { code: 9331, message: '请用受邀的手机号验证后，再为企业预订' },
    siteCompanyLimit: { code: 9332, message: '企业可用的预订额度不足，请联系门店' },
    siteHostUnproved: { code: 9333, message: '{name} 的 TXT 记录还不对，查到的是：{found}。刚改过要等几分钟再试' },
    siteHostSilent: { code: 9334, message: '域名解析服务没有回应，请稍后再试' },
    siteHostTaken: { code: 9335, message: '该域名正由另一商家使用' },
    siteTooMany: { code: 9304, message: '您有{count}个订单待付款，请先付款或取消' },
  },
  records: {
    site: ['channel'],
  },
  audit: {
    features: { site: '自营网站' },
    records: { site: '自营网站' },
    fields: {
      payNow: '在线支付',
      payAtStore: '到店付',
      selfService: '自助取还',
      about: '店铺介绍',
      siteRoom: '客户办理',
      siteDocument: '客户上传证件',
      sitePlace: '投放位置',
      siteHost: '自有域名',
    },
  },
} as const satisfies Manifest
