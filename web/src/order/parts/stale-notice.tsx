import { Notice } from '../../ui/notice.tsx'
import type { Staleness } from './use-detail.ts'

/** Says that somebody else changed the order meanwhile, and what: the entered text stays, the next tap counts anew. */
export function StaleNotice({ staleness }: { staleness: Staleness }) {
  const { state, changes, mark, clear } = staleness
  if (state === 'none') return null
  const news = changes.length > 0 ? `。${changes.join('；')}` : '，请核对后重试'
  return (
    <div role="status" ref={bringIntoView}>
      {state === 'loading' && <Notice>数据已被他人修改，正在刷新</Notice>}
      {state === 'failed' && <Notice action={{ label: '刷新', onClick: mark }}>数据已被他人修改，请刷新后重试</Notice>}
      {state === 'ready' && <Notice onClose={clear}>数据已被他人修改，已刷新{news}</Notice>}
    </div>
  )
}

/** The button that was tapped may be far below. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
