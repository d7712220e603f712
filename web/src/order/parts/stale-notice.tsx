import { Notice } from '../../ui/notice.tsx'
import type { Staleness } from './use-detail.ts'

/** Says that somebody else changed the order meanwhile, and what: the entered text stays, the next tap counts anew. */
export function StaleNotice({ staleness }: { staleness: Staleness }) {
  const { state, changes, mark, clear } = staleness
  if (state === 'none') return null
  if (state === 'loading') return <Notice>数据已被他人修改，正在刷新</Notice>
  if (state === 'failed')
    return <Notice action={{ label: '刷新', onClick: mark }}>数据已被他人修改，请刷新后重试</Notice>
  return (
    <Notice onClose={clear}>
      {changes.length > 0
        ? `数据已被他人修改，已刷新。${changes.join('；')}`
        : '数据已被他人修改，已刷新，请核对后重试'}
    </Notice>
  )
}
