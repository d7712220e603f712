import { screen } from '../../kernel/page/screen.ts'

export const siteScreens = {
  setting: screen({
    path: '/site',
    title: '自营网站',
    words: '官网 网上预订 订车页面 二维码 公众号 小程序 在线预订 直客',
    permission: ['channel.edit'],
    whole: ['channel.edit'],
    parent: '/channelManage',
    search: {},
    narrow: true,
    file: 'sales/site/setting',
  }),
  funnel: screen({
    path: '/site/funnel',
    title: '自营网站数据',
    words: '访问 转化 漏斗 投放 海报 二维码',
    permission: ['channel.edit'],
    whole: ['channel.edit'],
    parent: '/site',
    search: {},
    file: 'sales/site/funnel',
  }),
}
