import { calls } from '../../../kernel/call/calls.ts'
import { useList } from '../../../kernel/call/lists.ts'
import { useNow } from '../../../kernel/now.ts'
import { Answer } from '../../../page/answer.tsx'
import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { CommandLine } from './command-line.tsx'

/** All commands that were ever sent to a car. */
export default function CommandsSheet({ vehicleId }: { readonly vehicleId: string } & Asks<never>) {
  const now = useNow()
  const { items, first, error, restart, hasMore, isLoadingMore, loadMore } = useList(calls.vehicleControl.commandPage, {
    vehicleId,
  })
  return (
    <OpenedSheet title="全部操作记录">
      <Answer of={{ data: first, error, refetch: restart }} shape="rows">
        {() => <CommandLine commands={items} now={now} />}
      </Answer>
      {hasMore && (
        <Row justify="center" top={12}>
          <Button size="s" loading={isLoadingMore} onClick={loadMore}>
            更早的记录
          </Button>
        </Row>
      )}
    </OpenedSheet>
  )
}
