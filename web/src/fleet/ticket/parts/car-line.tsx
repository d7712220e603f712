import { formatKm } from '@cheyi/domain/length'
import { Card, Note, Row, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import type { TicketRow } from './ticket-words.ts'

/** The car and the ticket that a form is about. */
export function CarLine({ ticket }: { readonly ticket: TicketRow & { readonly odometerKm: number } }) {
  const { plate, modelName, no, what, storeName, odometerKm } = ticket
  return (
    <Card pad>
      <Row gap={8} wrap>
        <Plate plate={plate} />
        <Text as="b">{modelName}</Text>
      </Row>
      <Note num top={4}>
        {[no, what, storeName, formatKm(odometerKm)].join(' · ')}
      </Note>
    </Card>
  )
}
