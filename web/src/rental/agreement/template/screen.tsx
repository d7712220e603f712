import { contractTypes } from '@cheyi/domain/rental/agreement/codes'
import { type TemplateClause, templateParts, templateProblems } from '@cheyi/domain/rental/agreement/template'
import { type ReactNode, useState } from 'react'
import { agreementSaveTemplate } from '../../../form/calls/agreement-save-template.gen.ts'
import { same } from '../../../form/changes.ts'
import { Theirs } from '../../../form/field-row.tsx'
import { SwitchField, TextAreaField, TextField } from '../../../form/fields.tsx'
import { errorOf, type FormField } from '../../../form/form-field.ts'
import { FormCards, SaveButton } from '../../../form/form-page.tsx'
import { useForm } from '../../../form/use-form.ts'
import { ask, calls, feedback, type InputOf, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { choose, open } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { Box, Button, Card, CardMore, Grow, IconButton, Note, Row, Text } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { agreementScreens } from '../screens.ts'
import type { Variables } from './clause-sheet.tsx'

type Templates = OutputOf<typeof calls.agreement.templates>

const kinds = (Object.keys(contractTypes.code) as (keyof typeof contractTypes.code)[]).map((key) => ({
  key,
  label: contractTypes.text(contractTypes.code[key]),
}))

/** The merchant's document texts: a template for each type; every save creates a version. */
export default page(agreementScreens.template, ({ kind }) => {
  const patch = usePatch()
  const [{ templates, variables }] = useAnswers(ask(calls.agreement.templates, {}))
  const template = templates.find(({ type }) => type === contractTypes.code[kind])
  return (
    template && (
      <Editor
        key={kind}
        template={template}
        variables={variables}
        tabs={<Tabs label="合同类型" items={kinds} value={kind} onChange={(key) => patch({ kind: key })} />}
      />
    )
  )
})

interface EditorProps {
  readonly template: Templates['templates'][number]
  readonly variables: Templates['variables']
  readonly tabs: ReactNode
}

function Editor({ template: { history, ...stored }, variables, tabs }: EditorProps) {
  const form = useForm(agreementSaveTemplate, {
    id: String(stored.type),
    stored,
    also: ({ title, clauses, consent }) =>
      Object.fromEntries(
        templateProblems(stored.type, { title: title ?? '', clauses: clauses ?? [], consent: consent ?? '' }).map(
          ({ field, text }) => [field, text],
        ),
      ),
    refetch: () => void refresh(ask(calls.agreement.templates, {})),
    onSaved: ({ version }) => feedback.toast(`已保存为第${version}版，之后生成的合同使用它`),
  })
  const { fields, value } = form
  async function versions() {
    const taken = await open(() => import('./versions-sheet.tsx'), { type: stored.type, history })
    if (taken) form.set({ title: taken.title, clauses: taken.clauses, consent: taken.consent })
  }
  const [newest] = history
  return (
    <Page
      head={tabs}
      footer={
        <ActionBar>
          <Sample
            of={{
              type: stored.type,
              title: value.title ?? '',
              clauses: [...(value.clauses ?? [])],
              consent: value.consent ?? '',
            }}
          />
          <SaveButton of={form} action={`保存为第${stored.version + 1}版`} />
        </ActionBar>
      }
    >
      <FormCards of={form}>
        <Card
          title={stored.version === 0 ? '系统范本' : `第${stored.version}版`}
          extra={history.length > 0 && <CardMore onClick={() => void versions()}>历史版本</CardMore>}
        >
          <Note pad={[0, 16, 12]} num>
            {newest === undefined
              ? '本店还没有自己的版本，合同按系统范本生成'
              : `${newest.createdName} ${momentText(newest.createdAt)} 保存；已生成和已签署的合同不随修改变化`}
          </Note>
          <TextField of={fields.title} />
          <SwitchField of={fields.enabled} hint="关闭后此类合同在纸上签署，拍照上传" />
        </Card>
        <ClausesCard of={fields.clauses} variables={variables} />
        <Card pad title="签署前勾选的话">
          <TextAreaField of={fields.consent} rows={5} />
        </Card>
      </FormCards>
    </Page>
  )
}

type Written = InputOf<typeof calls.agreement.previewTemplate>

/** The document as customers would get it, with example data; it is made again after a change. */
function Sample({ of }: { of: Written }) {
  const make = useWrite(calls.agreement.previewTemplate)
  const [made, setMade] = useState<{ readonly of: Written; readonly pdfUrl: string }>()
  if (made !== undefined && same(made.of, of)) {
    return (
      <a className="button button-tint button-l" href={made.pdfUrl} target="_blank" rel="noreferrer">
        打开样张
      </a>
    )
  }
  async function run() {
    const sample = await make.run(of)
    if (sample) setMade({ of, ...sample })
  }
  return (
    <Button size="l" loading={make.pending} onClick={() => void run()}>
      生成样张
    </Button>
  )
}

type Clauses = readonly TemplateClause[]

interface ClausesCardProps {
  readonly of: FormField<Clauses | null>
  readonly variables: Variables
}

const fresh: TemplateClause = { title: '', text: '', strong: false }
/** Characters of a clause shown in the list; its sheet shows all of it. */
const SHOWN = 90

/** The clauses in order; each is edited in a sheet of its own. */
function ClausesCard({ of, variables }: ClausesCardProps) {
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
