import { calls } from '../../../kernel/call/calls.ts'
import { useList } from '../../../kernel/call/lists.ts'
import { useNow } from '../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Box, Button, Row } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { ChangeLines, momentText } from './changes.tsx'
import { type Layer, useLayers } from './layers.ts'

interface HistorySheetProps extends Asks<never> {
  /** Limits the history to one price or to one store. */
  readonly filter: { readonly storeId?: string; readonly modelId?: string; readonly source?: Layer }
}

/** The history of price changes with time and account, the newest first. */
export default function HistorySheet({ filter }: HistorySheetProps) {
  const now = useNow()
  const { nameOf } = useLayers()
  const history = useList(calls.price.history, { ...filter, cursor: undefined })
  return (
    <OpenedSheet title="变更记录">
      <Answer of={{ data: history.first, error: history.error, refetch: history.restart }} cards={3}>
        {() => history.items.length === 0 && <Empty title="暂无变更" note="改价后在这里看到谁改了什么" />}
      </Answer>
      <Box as="ul" pad={[12, 0]} divided>
        {history.items.map((change) => (
          <li key={change.id}>
            <Row as="p" gap={[4, 8]} below={4} wrap className="change-head num">
              <b>{change.modelName}</b>
              {filter.source === undefined && <Tag>{nameOf(change.source)}</Tag>}
              {change.planned && <Tag tone="primary">定时</Tag>}
              {change.undoes && <Tag tone="warning">撤销</Tag>}
              {change.undone && <Tag>已撤销</Tag>}
              <small>
                {change.name} · {momentText(change.at, now)}
              </small>
            </Row>
            <ChangeLines lines={change.lines} />
          </li>
        ))}
      </Box>
      {history.hasMore && (
        <Row as="p" pad={[12, 0, 0]} align="stretch" justify="center">
          <Button variant="text" loading={history.isLoadingMore} onClick={() => void history.loadMore()}>
            更早的变更
          </Button>
        </Row>
      )}
    </OpenedSheet>
  )
}
