import { maintainceTypes } from '@cheyi/domain/ticket/codes'
import { Note, Row, Text } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import type { Ticket } from './ticket-words.ts'

/** Which car and ticket a form is about. */
export function CarLine({ ticket }: { readonly ticket: Ticket }) {
  const { plate, modelName, no, type, storeName, odometerKm } = ticket
  return (
    <Card pad>
      <Row gap={8} wrap>
        <Plate plate={plate} />
        <Text as="b">{modelName}</Text>
      </Row>
      <Note num top={4}>
        {[no, maintainceTypes.text(type), storeName, `${odometerKm} 公里`].join(' · ')}
      </Note>
    </Card>
  )
}
