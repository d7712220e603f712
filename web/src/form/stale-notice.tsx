import { Notice } from '../ui/modal/notice.tsx'

/** What became of a record that somebody else had changed when a write came. */
export interface Staleness {
  /** Nothing to tell, it is being fetched again, that failed, or it is there. */
  readonly state: 'none' | 'loading' | 'failed' | 'ready'
  /** `状态：确认中 → 已确认`; empty when nothing that is shown has changed. */
  readonly changes: readonly string[]
  /** It was the same person, on another page or device. */
  readonly own?: boolean
  /** Fetches it again. */
  readonly mark?: () => void
  readonly clear?: () => void
  /** Puts what was saved in the place of what is entered. */
  readonly take?: () => void
}

/** Says that somebody else changed the record meanwhile, and what: the entered text stays, the next tap counts anew. */
export function StaleNotice({
  staleness: { state, changes, own, mark, clear, take },
}: {
  readonly staleness: Staleness
}) {
  if (state === 'none') return null
  const news = changes.length > 0 && `（${changes.join('；')}）`
  return (
    <div role="status" ref={bringIntoView}>
      {state === 'loading' && <Notice>数据已被他人修改，正在刷新</Notice>}
      {state === 'failed' && (
        <Notice action={mark && { label: '刷新', onClick: mark }}>数据已被他人修改，请刷新后重试</Notice>
      )}
      {state === 'ready' && (
        <Notice onClose={clear} action={take && { label: '采用最新', onClick: take }}>
          {own ? '本单已在另一页面修改' : '数据已被他人修改'}
          {news}，已刷新，填写的内容仍保留，请核对后重试
        </Notice>
      )}
    </div>
  )
}

/** The button that was tapped may be far below. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
