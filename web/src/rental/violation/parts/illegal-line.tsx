import { fineText } from '@cheyi/domain/rental/violation/illegal'
import { Row, Text } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { Tags } from '../../../ui/show/tag.tsx'
import { driverWords, type Illegal, tagsOf } from './illegal-words.ts'

/** Identifies the violation of a page. */
export const IllegalLine = ({ illegal }: { readonly illegal: Illegal }) => (
  <Card pad>
    <Row gap={8} wrap justify="between">
      <Row gap={8} wrap>
        <Plate plate={illegal.plate} size="s" />
        <Text>{illegal.act}</Text>
      </Row>
      <Text num>
        罚款 {fineText(illegal.fine)} · {illegal.points} 分
      </Text>
    </Row>
    <Row gap={8} top={8} wrap justify="between">
      <Tags of={tagsOf(illegal)} />
      <Text note>{[illegal.orderNo, driverWords(illegal)].filter(Boolean).join(' ')}</Text>
    </Row>
  </Card>
)
