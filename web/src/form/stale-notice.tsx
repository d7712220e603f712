import { Notice } from '../ui/layout.tsx'

/** State of a record that another user had changed before a write arrived. */
export interface Staleness {
  /** `none`: no change; otherwise the record is being fetched again, the fetch failed, or it is there. */
  readonly state: 'none' | 'loading' | 'failed' | 'ready'
  /** `状态：确认中 → 已确认`; empty when no visible value has changed. */
  readonly changes: readonly string[]
  /** The change was made by the same user, on another page or device. */
  readonly own?: boolean
  /** Fetches it again. */
  readonly mark?: () => void
  readonly clear?: () => void
  /** Replaces the entered values with the saved ones. */
  readonly take?: () => void
}

/**
 * Shows that another user changed the record meanwhile, and the changes: the entered text stays, and the next tap sends
 * it again.
 */
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

/** The button that was tapped may be far below the notice. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
