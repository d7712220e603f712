import { contractTypes } from '@cheyi/domain/rental/agreement/codes'
import { templateProblems } from '@cheyi/domain/rental/agreement/template'
import { type ReactNode, useState } from 'react'
import { agreementSaveTemplate } from '../../../form/calls/agreement-save-template.gen.ts'
import { same } from '../../../form/changes.ts'
import { SwitchField, TextAreaField, TextField } from '../../../form/fields.tsx'
import { FormCards, SaveButton } from '../../../form/form-page.tsx'
import { useForm } from '../../../form/use-form.ts'
import { ask, calls, type InputOf, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { momentText } from '../../../kernel/now.ts'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { open } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { Card, CardMore, Note } from '../../../ui/layout.tsx'
import { agreementScreens } from '../screens.ts'
import { ClausesCard } from './clauses-card.tsx'

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
