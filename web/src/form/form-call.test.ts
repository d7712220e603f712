import { expect, it } from 'vitest'
import { sessionLogin } from './calls/session-login.gen.ts'
import { problemsOf, sendable } from './form-call.ts'

it.each(['+86 138 0000 1234', '86-13800001234', '１３８０００01234'])(
  'takes a mobile as it was pasted: %s',
  (mobile) => {
    const typed = { mobile, password: 'Cheyi2026' }
    expect(problemsOf(sessionLogin.fields, typed)).not.toHaveProperty('mobile')
    expect(sendable(sessionLogin.fields, typed)).toMatchObject({ mobile: '13800001234' })
  },
)
