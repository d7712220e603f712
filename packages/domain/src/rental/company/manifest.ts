import type { Manifest } from '../../manifest.ts'

export const manifest = {
  counters: {
    companyOverCredit: 'longOrder.flow',
  },
  refusals: {
    companyNoPage: { code: 5901, message: '请先在渠道管理中开启自营网站，再邀请企业的人预订' },
    companyNotContact: { code: 5902, message: '您不是该企业的联系人，请联系商家' },
    companyInvitesUsedUp: { code: 5903, message: '今天的邀请次数已用完，请明天再试' },
  },
  audit: {
    features: { company: '企业客户' },
    fields: {
      dayFen: '协议日租',
      monthFen: '协议月租',
      booker: '企业预订人',
      untilOn: '有效期至',
      invitedBy: '邀请人',
    },
  },
} as const satisfies Manifest
