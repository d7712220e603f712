import { type TemplateClause, templateParts } from '@cheyi/domain/rental/agreement/template'
import { Theirs } from '../../../form/field-row.tsx'
import { errorOf, type FormField } from '../../../form/form-field.ts'
import { choose } from '../../../page/choose.ts'
import { open } from '../../../page/open.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Box, Card, Grow, Note, Row, Text } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import type { Variables } from './clause-sheet.tsx'

type Clauses = readonly TemplateClause[]

interface ClausesCardProps {
  readonly of: FormField<Clauses | null>
  readonly variables: Variables
}

const fresh: TemplateClause = { title: '', text: '', strong: false }
/** Characters of a clause shown in the list; its sheet shows all of it. */
const SHOWN = 90

/** The clauses in order; each is edited in a sheet of its own. */
export function ClausesCard({ of, variables }: ClausesCardProps) {
  const clauses = of.value ?? []
  const most = of.rules.max?.[0] ?? clauses.length
  const sheetOf = (clause: TemplateClause, index: number) =>
    open(() => import('./clause-sheet.tsx'), { clause, index, variables, rules: of.rules.item?.fields ?? {} })

  async function edit(index: number) {
    const written = await sheetOf(clauses[index]!, index)
    if (written) of.set(clauses.with(index, written))
  }
  async function add(index: number) {
    const written = await sheetOf(fresh, index)
    if (written) of.set(clauses.toSpliced(index, 0, written))
  }
  async function more(index: number) {
    const clause = clauses[index]!
    const without = clauses.toSpliced(index, 1)
    const key = await choose(`第${index + 1}条 ${clause.title}`, [
      { key: 'up', label: '上移', reason: index === 0 ? '已是第一条' : undefined },
      { key: 'down', label: '下移', reason: index === clauses.length - 1 ? '已是最后一条' : undefined },
      { key: 'below', label: '在下面加一条', reason: clauses.length >= most ? `最多${most}条` : undefined },
      { key: 'remove', label: '删除', danger: true, reason: clauses.length === 1 ? '至少保留一条' : undefined },
    ])
    if (key === 'up') of.set(without.toSpliced(index - 1, 0, clause))
    if (key === 'down') of.set(without.toSpliced(index + 1, 0, clause))
    if (key === 'below') await add(index + 1)
    if (key === 'remove') of.set(without)
  }
  const { [of.name]: whole } = of.problems
  return (
    <Card title="合同条款" extra={`${clauses.length}条`}>
      <ol>
        {clauses.map((clause, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a clause is identified only by its position.
          <Box as="li" key={index} line={index > 0}>
            <Row align="start">
              <Grow as="button" type="button" pad={[12, 0, 12, 16]} text="left" press onClick={() => void edit(index)}>
                <Text block weight="m">
                  第{index + 1}条　{clause.title} {clause.strong && <Tag tone="warning">加粗</Tag>}
                </Text>
                <Text block note top={4}>
                  <ClauseText text={clause.text} />
                </Text>
              </Grow>
              <IconButton name="more" label={`第${index + 1}条的更多操作`} onClick={() => void more(index)} />
            </Row>
            <Fault text={errorOf({ name: `${of.name}.${index}`, problems: of.problems })} />
          </Box>
        ))}
      </ol>
      <Fault text={whole} />
      <Theirs of={of} words={(theirs) => `${theirs?.length ?? 0}条：${theirs?.map(({ title }) => title).join('、')}`} />
      <Box pad={[12, 16]} line>
        <Button
          size="s"
          icon="plus"
          reason={clauses.length >= most ? `最多${most}条` : undefined}
          onClick={() => void add(clauses.length)}
        >
          添加条款
        </Button>
      </Box>
    </Card>
  )
}

const Fault = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <Note ink="danger" pad={[0, 16, 12]} role="alert" data-field-error>
      {text}
    </Note>
  )

/** The beginning of a clause, with its variables highlighted. */
function ClauseText({ text }: { text: string }) {
  let left = SHOWN
  const shown = templateParts(text).flatMap((part) => {
    const rest = left
    left -= part.text.length
    return rest <= 0 ? [] : [{ ...part, text: part.isVariable ? part.text : part.text.slice(0, rest) }]
  })
  return (
    <>
      {shown.map((part, index) =>
        part.isVariable ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts never changes.
          <Text key={index} ink="link" fill="tint" round pad={[0, 4]}>
            {part.text}
          </Text>
        ) : (
          part.text
        ),
      )}
      {left < 0 && '…'}
    </>
  )
}
