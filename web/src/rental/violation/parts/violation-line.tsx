import { fineText } from '@cheyi/domain/rental/violation/violation'
import { Card, Row, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { Tags } from '../../../ui/show/tag.tsx'
import { driverWords, tagsOf, type Violation } from './violation-words.ts'

/** Identifies the violation of a page. */
export const ViolationLine = ({ violation }: { readonly violation: Violation }) => (
  <Card pad>
    <Row gap={8} wrap justify="between">
      <Row gap={8} wrap>
        <Plate plate={violation.plate} size="s" />
        <Text>{violation.act}</Text>
      </Row>
      <Text num>
        罚款 {fineText(violation.fine)} · {violation.points} 分
      </Text>
    </Row>
    <Row gap={8} top={8} wrap justify="between">
      <Tags of={tagsOf(violation)} />
      <Text note>{[violation.orderNo, driverWords(violation)].filter(Boolean).join(' ')}</Text>
    </Row>
  </Card>
)
