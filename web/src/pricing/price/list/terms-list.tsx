import type { ReactNode } from 'react'
import { useAnswersFor, useMay } from '../../../kernel/user.ts'
import { Answer, type AnswerProps } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Button, Card, Grow, Note, Row, Stack } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'

interface TermsListProps<Row> {
  /** The noun of the rows: 服务项, 取消规则. */
  readonly noun: string
  /** Text of an empty list: what applies without any row. */
  readonly note: string
  readonly read: AnswerProps<readonly Row[]>['of']
  readonly line: (row: Row) => { readonly name: ReactNode; readonly facts: string; readonly amount?: string }
  /** The store or stores of a row; empty and null mean all stores. */
  readonly placesOf: (row: Row) => string | readonly string[] | null
  /** Opens the sheet that edits a row, or creates one (null). */
  readonly edit: (row: Row | null) => void
}

/**
 * The rows of one kind of terms, disabled ones last. A row opens its sheet for an account that may edit the prices of all its
 * stores.
 */
export function TermsList<Row extends { readonly id: string; readonly enabled: boolean }>({
  noun,
  note,
  read,
  line,
  placesOf,
  edit,
}: TermsListProps<Row>) {
  const mayEdit = useMay('price.edit')
  const answersFor = useAnswersFor()
  if (read.data === undefined)
    return (
      <Answer of={read} cards={3}>
        {() => null}
      </Answer>
    )
  const rows = read.data.toSorted((a, b) => Number(b.enabled) - Number(a.enabled))
  return (
    <Stack gap={10} narrow>
      {rows.length === 0 ? (
        <Empty title={`暂无${noun}`} note={note} />
      ) : (
        <Card>
          {rows.map((row) => {
            const { name, facts, amount } = line(row)
            const off = !row.enabled && <Tag tone="warning">已停用</Tag>
            return (
              <TermsRow
                key={row.id}
                name={
                  <>
                    {name} {off}
                  </>
                }
                facts={facts}
                amount={amount}
                first={row === rows[0]}
                edit={mayEdit && answersFor(placesOf(row)) ? () => edit(row) : undefined}
              />
            )
          })}
        </Card>
      )}
      {mayEdit && (
        <Button icon="plus" block onClick={() => edit(null)}>
          添加{noun}
        </Button>
      )}
    </Stack>
  )
}

interface TermsRowProps {
  readonly name: ReactNode
  readonly facts: string
  readonly amount?: string
  readonly first: boolean
  /** undefined if the account may not edit the row. */
  readonly edit: (() => void) | undefined
}

/** One row of the terms; it opens its sheet if the account may edit it. */
export function TermsRow({ name, facts, amount, first, edit }: TermsRowProps) {
  return (
    <Row
      as="button"
      gap={12}
      pad={[12, 16]}
      full
      type="button"
      line={!first}
      disabled={edit === undefined}
      onClick={edit}
    >
      <Grow as="span">
        {name}
        <Note as="small" num>
          {facts}
        </Note>
      </Grow>
      {amount !== undefined && <b className="num">{amount}</b>}
    </Row>
  )
}
