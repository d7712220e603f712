import { MAX_TAGS, readTags } from '@cheyi/domain/fleet/inventory/tags'
import { useState } from 'react'
import { TextInput } from '../ui/field/field.tsx'
import { Button, Row } from '../ui/layout.tsx'
import { FieldRow } from './field-row.tsx'
import type { FormField } from './form-field.ts'

const MOST_PROPOSED = 8

interface TagsFieldProps {
  readonly of: FormField<readonly string[] | null>
  /** Tags of other records, which are proposed. */
  readonly known: readonly string[]
  readonly placeholder?: string
}

/** Tags of a record: typed in one line, or taken from those of other records. */
export function TagsField({ of, known, placeholder = '如 新车、网约' }: TagsFieldProps) {
  const tags = of.value ?? []
  const written = tags.join('、')
  // The typed text (`新车、`) is stored with the tags that it was parsed into; it is used until the tags change from outside.
  const [typed, setTyped] = useState({ text: written, written })
  const others = known.filter((tag) => !tags.includes(tag)).slice(0, MOST_PROPOSED)
  return (
    <>
      <FieldRow of={of} hint={`用顿号或空格分开，最多${MAX_TAGS}个`} words={(values) => (values ?? []).join('、')}>
        <TextInput
          value={typed.written === written ? typed.text : written}
          placeholder={placeholder}
          onChange={({ target }) => {
            const next = readTags(target.value)
            setTyped({ text: target.value, written: next.join('、') })
            of.set(next)
          }}
        />
      </FieldRow>
      {others.length > 0 && (
        <Row gap={8} pad={[0, 16, 12]} wrap>
          {others.map((tag) => (
            <Button key={tag} size="s" icon="plus" aria-label={`加标签 ${tag}`} onClick={() => of.set([...tags, tag])}>
              {tag}
            </Button>
          ))}
        </Row>
      )}
    </>
  )
}
