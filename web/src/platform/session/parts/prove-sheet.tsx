import type { ProofWay } from '@cheyi/domain/platform/session/second-factor/rules'
import { lazy, Suspense, useState } from 'react'
import { secondFactorProve } from '../../../form/calls/second-factor-prove.gen.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Box, Button, Note, Row, Stack } from '../../../ui/layout.tsx'
import { PasswordField } from './password-field.tsx'
import { isRefused } from './sign-fields.tsx'
import { SignInput } from './sign-input.tsx'

const CodeField = lazy(() => import('./code-field.tsx'))

const wayNames: Readonly<Record<ProofWay, string>> = { totp: '两步验证码', password: '登录密码', code: '短信验证码' }
const fieldOf = { totp: 'totp', password: 'password', code: 'smsCode' } as const
const nothing = { password: null, smsCode: null, totp: null }

/** Asks the user of this session to prove their identity again; answers true after they did. */
export default function ProveSheet({ ways, answer }: { readonly ways: readonly ProofWay[] } & Asks<boolean>) {
  const [way, setWay] = useState<ProofWay>(ways[0] ?? 'code')
  const form = useEntry(secondFactorProve, {
    toInput: (value) => ({ ...nothing, [fieldOf[way]]: value[fieldOf[way]] }),
    also: (input) => ({ [fieldOf[way]]: !input[fieldOf[way]] && `请输入${wayNames[way]}` }),
    handles: isRefused,
    faults: (failure) => ({
      [fieldOf[way]]: isRefused(failure) && (isRefusedFor('wrongPassword')(failure) ? '密码不正确' : failure.message),
    }),
    onSent: () => answer(true),
  })
  const { password, smsCode, totp } = form.fields
  return (
    <OpenedSheet title="验证身份">
      <Stack as="form" gap={12} pad={[4, 0, 12]} ref={form.frame} onSubmit={form.submit} noValidate>
        <Note>此操作关系账号安全，请先验证是本人</Note>
        {way === 'password' && <PasswordField of={password} label={wayNames[way]} />}
        {way === 'totp' && (
          <SignInput
            of={totp}
            label={wayNames[way]}
            autoComplete="one-time-code"
            placeholder="6位验证码或恢复码"
            className="num"
          />
        )}
        {way === 'code' && (
          <Suspense fallback={null}>
            <CodeField of={smsCode} scene="stepup" />
          </Suspense>
        )}
        <Row gap={16} align="stretch">
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <Box as="button" high={44} ink="link" size="s" key={other} type="button" onClick={() => setWay(other)}>
                {`改用${wayNames[other]}`}
              </Box>
            ))}
        </Row>
        <Button type="submit" variant="primary" size="l" loading={form.pending}>
          验证
        </Button>
      </Stack>
    </OpenedSheet>
  )
}
