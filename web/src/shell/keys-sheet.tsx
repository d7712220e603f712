import './keys-sheet.css'
import { listening } from '../kernel/page/shortcuts.ts'
import { type Asks, OpenedSheet } from '../page/opened.tsx'
import { Row } from '../ui/layout.tsx'

/** The keyboard shortcuts of pages; the sheet shows those of the current page. */
const ofPages: readonly (readonly [keys: readonly string[], shown: readonly string[], does: string])[] = [
  [['/'], ['/'], '搜索'],
  [['n'], ['N'], '新建'],
  [['w'], ['W'], '现场开单，客户现在就走'],
  [['ArrowDown', 'ArrowUp', 'j', 'k'], ['↑', '↓', 'K', 'J'], '移动到上一项、下一项'],
  [['ArrowLeft', 'ArrowRight'], ['←', '→'], '前一天、后一天'],
  [['Enter'], ['Enter'], '办理当前订单的下一步'],
]

const everywhere: readonly (readonly [shown: readonly string[], does: string])[] = [
  [['Ctrl', 'K'], '搜索订单、车辆、客户和功能'],
  [['Ctrl', '↓'], '到下一个待填、待选的地方'],
  [['Ctrl', 'Enter'], '提交'],
  [['Esc'], '关闭'],
  [['F1'], '怎么用：这一页的说明'],
  [['?'], '快捷键'],
]

/** The keyboard shortcuts of the current page. */
export default function KeysSheet(_: Asks<true>) {
  const here = ofPages.filter(([keys]) =>
    keys.some(
      (key) => (listening.get(key) ?? 0) > 0 || (key === '/' && document.querySelector('.search-key') !== null),
    ),
  )
  return (
    <OpenedSheet title="快捷键">
      <dl className="keys">
        {[...here.map(([, shown, does]) => [shown, does] as const), ...everywhere].map(([shown, does]) => (
          <Row key={shown.join()} gap={16} high={40} justify="between">
            <dt>{does}</dt>
            <Row as="dd" gap={4} align="stretch">
              {shown.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </Row>
          </Row>
        ))}
      </dl>
    </OpenedSheet>
  )
}
