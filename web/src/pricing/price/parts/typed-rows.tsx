import './typed-rows.css'
import type { ReactNode } from 'react'
import { Field } from '../../../ui/field/field.tsx'
import { Box, Button, IconButton, Note, Row } from '../../../ui/layout.tsx'

interface TypedRowsProps<Row> {
  /** The noun of the rows: 折扣, 月价. */
  readonly noun: string
  readonly rows: readonly Row[]
  /** The value of a new row. */
  readonly fresh: Row
  readonly onChange: (rows: Row[]) => void
  readonly problem: (index: number) => string | undefined
  /** Problem of the rows as a whole. */
  readonly fault?: string
  /** Renders the inputs of a row; `name` is their common label: 第 2 档. */
  readonly children: (row: Row, set: (changes: Partial<Row>) => void, name: string) => ReactNode
}

/** A variable number of form rows: the inputs of each row in one line with a delete button, and a button to add a row. */
export function TypedRows<Row>({ noun, rows, fresh, onChange, problem, fault, children }: TypedRowsProps<Row>) {
  return (
    <>
      {rows.map((row, index) => {
        const name = `第 ${index + 1} 档`
        const set = (changes: Partial<Row>) =>
          onChange(rows.map((one, at) => (at === index ? { ...one, ...changes } : one)))
        return (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: a form row has no id, only its index.
            key={index}
            label={
              <span className="visually-hidden">
                {name}
                {noun}
              </span>
            }
            error={problem(index)}
            group
          >
            <Row as="span" gap={8} num className="typed-row">
              {children(row, set, name)}
              <IconButton
                name="trash"
                size={20}
                label={`删除${name}${noun}`}
                onClick={() => onChange(rows.filter((_, at) => at !== index))}
              />
            </Row>
          </Field>
        )
      })}
      <Box pad={[8, 16, 12]} className="typed-row-add">
        <Button size="s" icon="plus" onClick={() => onChange([...rows, fresh])}>
          添加{noun}
        </Button>
        {fault && (
          <Note top={4} ink="danger" data-field-error>
            {fault}
          </Note>
        )}
      </Box>
    </>
  )
}
