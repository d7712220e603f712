import { id, screen, text } from '../../kernel/page/screen.ts'

const permission = ['data.money'] as const
/** The assets of the merchant as a whole. */
const whole = permission

export const assetScreens = {
  /** `state`: a code. `month`: `YYYY-MM`, at whose end they are listed. */
  list: screen({
    path: '/finance/assets',
    title: '固定资产',
    words: '固定资产清单 折旧 累计折旧 净值 残值 处置 卖车 贷款 成本记账',
    permission,
    whole,
    parent: '/finance',
    search: { keyword: text, state: text, month: text },
    holdScroll: true,
    live: true,
    file: 'money/asset/list',
  }),
  car: screen({
    path: '/finance/assets/car',
    title: '固定资产',
    permission,
    whole,
    parent: '/finance/assets',
    search: { vehicleId: id },
    live: true,
    file: 'money/asset/car',
  }),
}
