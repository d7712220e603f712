import type { DamagedPart } from '@cheyi/domain/rental/damage/claim'
import { damageKinds } from '@cheyi/domain/rental/damage/codes'
import { carDrawing } from '@cheyi/domain/rental/pickup-return/outline'
import { carParts, partName } from '@cheyi/domain/rental/pickup-return/parts'
import { useState } from 'react'
import { open } from '../../../page/open.ts'
import { Box, Card, Cell, Note, Row, Text } from '../../../ui/layout.tsx'
import { CarOutline } from '../../../ui/media/later.tsx'
import { Money } from '../../../ui/show/money.tsx'

interface PartsCardProps {
  readonly parts: readonly DamagedPart[]
  readonly error: string | undefined
  readonly onChange: (parts: readonly DamagedPart[]) => void
}

/** The damaged parts, on the outline of the car and by name; a tap adds a part, a row changes one. */
export function PartsCard({ parts, error, onChange }: PartsCardProps) {
  const [edited, setEdited] = useState<string>()
  async function ask(part: string, index: number) {
    setEdited(part)
    const known = parts[index]
    const answer = await open(() => import('./part-sheet.tsx'), { part, ...(known && { known }) })
    setEdited(undefined)
    if (answer === undefined) return
    const others = parts.filter((_, i) => i !== index)
    onChange(answer === 'removed' ? others : known ? parts.with(index, answer) : [...others, answer])
  }
  return (
    <Card pad title="损伤部位" extra="点车身添加" data-field-error={error ? true : undefined}>
      <CarOutline
        drawing={carDrawing}
        parts={carParts}
        marks={parts.map(({ part }) => ({ part, ...middleOf(part), isNew: true }))}
        selected={edited}
        onPart={(part) => void ask(part, parts.length)}
      />
      <Box divided>
        {parts.map((one, index) => (
          <Cell
            key={`${one.part}/${one.kind}/${one.amount}`}
            label={
              <Row gap={8}>
                <Text num>{index + 1}</Text>
                <span>
                  {partName(one.part)} · {damageKinds.text(one.kind)}
                </span>
              </Row>
            }
            align="right"
            onClick={() => void ask(one.part, index)}
          >
            <Money fen={one.amount} />
          </Cell>
        ))}
      </Box>
      {error && (
        <Text as="p" ink="danger" size="s" top={4} role="alert">
          {error}
        </Text>
      )}
      {parts.length === 0 && <Note top={8}>点车身图上的部位，选择损伤类型和维修费用</Note>}
    </Card>
  )
}

function middleOf(code: string): { x: number; y: number } {
  const [x, y, width, height] = carParts.find((one) => one.code === code)?.box ?? [0, 0, 0, 0]
  return { x: x + width / 2, y: y + height / 2 }
}
