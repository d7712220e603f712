import { lazy, Suspense, useState } from 'react'
import { fieldBeside } from '../../../form/form-field.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { MainButton, Note, Stack } from '../../../ui/layout.tsx'

const CodeField = lazy(() => import('../../session/parts/code-field.tsx'))

/** The user confirms the action with a code sent to their own mobile; answers the headers with which the call is repeated. */
export default function CodeSheet({ answer }: Asks<Readonly<Record<string, string>>>) {
  const [code, setCode] = useState<string | null>(null)
  return (
    <OpenedSheet
      title="短信验证"
      footer={
        <MainButton
          reason={code?.length === 6 ? undefined : '请输入6位验证码'}
          onClick={() => answer({ 'x-step-up-code': code ?? '' })}
        >
          确认并继续
        </MainButton>
      }
    >
      <Stack gap={12} pad={[4, 0, 12]}>
        <Note>此操作须本人确认，验证码发到本人手机</Note>
        <Suspense fallback={null}>
          <CodeField of={fieldBeside('code', code, setCode)} scene="stepup" />
        </Suspense>
      </Stack>
    </OpenedSheet>
  )
}
