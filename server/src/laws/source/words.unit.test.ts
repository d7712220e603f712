import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/*
 * One word for one thing, on every screen, message and export. Earlier words are listed with their replacement; 逾期 is only used for money
 * past its due date, and in official names of states of a driving licence.
 */

const banned: readonly (readonly [RegExp, string])[] = [
  [/超期/, '超时（取车、还车晚了）'],
  [
    /逾期(?!\$\{daysLate\}天|未换证|未审验|未付|支付|未处理|订单自动取消|账单|款|金额|违约金)(?<!分期逾期|欠款逾期|账单逾期|已逾期|期逾期|'逾期(?='))/,
    '超时（取车、还车晚了）',
  ],
  [/滞纳金/, '逾期违约金'],
  [/待结算款/, '在途款'],
  [/客户资金/, '押金与预收'],
  [/换证件/, '证件类型'],
  [/编辑证件/, '修改证件'],
  // 固定金额 and similar words are not 定金.
  [/(?<![固指限规约确])定金/, '预付款'],
  [/登录超时|会话过期/, '登录已过期'],
  [/退押(?!金)/, '退押金'],
  [/扣押金/, '扣款（押金扣款）'],
  [/改排/, '改派'],
  // What is added to rights, days or damage is 新增.
  [/录入(违章|证件(?!、)|车|设备)|新增(员工|角色|车|门店|设备)|[可已]新增/, '新建一条记录、登记发生的事、添加到清单'],
  // A car is only 换 during the rental.
  [/自动换车|单换车|订单已换车|订单换了车/, '改派（取车前）'],
  [/任务失败/, '处理失败（任务只是送车、取车的）'],
  // Tables other than the template are imported as well.
  [/模板不正确/, '表格无法识别'],
  [/常规订单/, '短租订单'],
  [/账号管理|员工账号(?!：由商家)/, '员工'],
  // 渠道 sells rentals; a service that transfers money is a provider.
  [/渠道对账(?!', 700)/, '支付对账'],
  [/退还中/, '待退'],
  [/未入班/, '未计入班次'],
  [/未配置押金规则/, '该车型未设押金'],
  // Quotations are written in 「」.
  [/“[^”\n]*\p{Script=Han}[^”\n]*”/u, '「」'],
]

const root = join(import.meta.dirname, '../../../..')
const files = globSync('{packages/*/src,server/src,web/src}/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/\.test\.tsx?$|\/testing\//.test(path),
)

it('leaves the year out of no date but by the one rule for it', () => {
  // The beginning of a day on home is the day itself.
  const apart = ['packages/domain/src/near.ts', 'web/src/insight/overview/home/screen.tsx']
  const found = files.filter(
    (path) =>
      !apart.includes(path) && /formatLocal\([^\n]*'(MM-DD|M月D日)/.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(found).toEqual([])
})

it('says one thing by one word', () => {
  // 繁體 is written from texts that are looked at themselves.
  const written = files.filter((path) => !/traditional\b.*\.gen\.ts$/.test(path))
  const found = written.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, i) =>
        banned.flatMap(([word, right]) => (word.test(line) ? [`${path}:${i + 1} ${line.trim()} → ${right}`] : [])),
      ),
  )
  expect(found).toEqual([])
})

it.each([
  '将自动换车',
  '订单换了车',
  '超期未还',
  '逾期 2小时',
  '逾期未还',
  '滞纳金',
  '只看逾期',
  '收定金',
  '换证件',
  '点“加入”',
  '常规订单',
  '渠道对账',
])('%s would be found', (text) => expect(banned.some(([word]) => word.test(text))).toBe(true))

it.each([
  '分期逾期',
  "'逾期'",
  '第 3 期逾期 19 天',
  '逾期未付的',
  '固定金额',
  '请在10:30前支付，逾期订单自动取消',
  '逾期未换证',
])('%s is said so', (text) => expect(banned.some(([word]) => word.test(text))).toBe(false))
