import { calls } from '../../kernel/calls.gen.ts'
import { useList } from '../../kernel/lists.ts'
import { useNow } from '../../kernel/now.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { ChangeLines, momentText } from './changes.tsx'
import { type Layer, useLayers } from './layers.ts'

interface HistorySheetProps {
  readonly open: boolean
  readonly onClose: () => void
  /** Of one price, or of a store as a whole. */
  readonly filter: { readonly storeId?: string; readonly modelId?: string; readonly source?: Layer }
}

/** Who changed which price when, newest first. */
export default function HistorySheet({ open, onClose, filter }: HistorySheetProps) {
  const now = useNow()
  const { nameOf } = useLayers()
  const history = useList(calls.price.history, { ...filter, cursor: undefined }, { quiet: true })
  return (
    <Sheet open={open} onClose={onClose} title="变更记录">
      {history.isPending && <Skeleton cards={3} shape="rows" />}
      {history.error && <LoadError inline onRetry={() => void history.restart()} />}
      {history.first && history.items.length === 0 && <Empty title="暂无变更" note="改价后在这里看到谁改了什么" />}
      <ul className="change-list">
        {history.items.map((change) => (
          <li key={change.id}>
            <p className="change-head num">
              <b>{change.modelName}</b>
              {filter.source === undefined && <Tag>{nameOf(change.source)}</Tag>}
              {change.planned && <Tag tone="primary">定时</Tag>}
              {change.undoes && <Tag tone="warning">撤销</Tag>}
              {change.undone && <Tag>已撤销</Tag>}
              <small>
                {change.name} · {momentText(change.at, now)}
              </small>
            </p>
            <ChangeLines lines={change.lines} />
          </li>
        ))}
      </ul>
      {history.hasMore && (
        <p className="change-more">
          <Button variant="text" loading={history.isLoadingMore} onClick={() => void history.loadMore()}>
            更早的变更
          </Button>
        </p>
      )}
    </Sheet>
  )
}
