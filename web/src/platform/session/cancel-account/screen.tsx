import './cancel-account.css'
import { COOLING_DAYS } from '@cheyi/domain/platform/session/cancellation'
import { formatLocal } from '@cheyi/domain/time'
import { cancellationApply } from '../../../form/calls/cancellation-apply.gen.ts'
import { TextAreaField } from '../../../form/fields.tsx'
import { asking, type Beside } from '../../../form/form-call.ts'
import { errorOf } from '../../../form/form-field.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { ask, calls, useWrite } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { loadUser } from '../../../kernel/user.ts'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Button, Card, Cell, MainButton, Stack, Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { Tag } from '../../../ui/show/tag.tsx'
import CodeField from '../parts/code-field.tsx'
import { sessionScreens } from '../screens.ts'

const applyOnceRead = asking(cancellationApply, { read: { label: '须知' } as Beside<boolean> })

const terms = [
  `提交后有${COOLING_DAYS}天冷静期，期间可以照常登录，也可以随时撤销`,
  '冷静期满后，您在所有商家的账号一并注销，手机号、密码与微信绑定将被删除',
  '主账号注销后，所在商家随之关闭，员工不能再登录',
  '订单、账目等经营记录依法保留，其中的姓名显示为「已注销用户」',
]

/**
 * Explains what cancelling an account means, lists what still blocks it, and sends the request; during the
 * cooling-off period it offers to withdraw the request.
 */
export default page(sessionScreens.cancelAccount, () => {
  const [check] = useAnswers(ask(calls.cancellation.check, {}, { freshFor: 0 }))
  const form = useEntry(applyOnceRead, {
    also: ({ read }) => ({ read: !read && '请先勾选已阅读' }),
    faults: (failure) => ({ smsCode: isRefusedFor('wrongCode')(failure) && failure.message }),
    onSent: () => void loadUser(),
  })
  const { reason, smsCode, read } = form.fields
  const withdraw = useWrite(calls.cancellation.withdraw, {
    onDone() {
      void loadUser()
      toast('已撤销注销申请')
    },
  })
  const { merchants, blocked, cancelAt } = check
  if (cancelAt !== null) {
    return (
      <Page>
        <Empty
          art="locked"
          title={`账号将于 ${formatLocal(cancelAt, 'YYYY-MM-DD')} 注销`}
          note="在此之前可以照常使用，也可以撤销"
        />
        <MainButton loading={withdraw.pending} onClick={() => void withdraw.run({})}>
          撤销注销
        </MainButton>
      </Page>
    )
  }
  return (
    <Page>
      <Card title="注销须知" pad>
        <Stack as="ol" gap={8} ink={2} className="cancel-terms">
          {terms.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </Stack>
      </Card>
      {merchants.map(({ name, owner, checks }) => (
        <Card key={name} title={`${name}${owner ? '（主账号）' : ''}`}>
          {checks.map(({ label, count }) => (
            <Cell
              key={label}
              label={label}
              extra={count > 0 ? <Tag tone="danger">{count} 项未完结</Tag> : <Tag tone="success">已结清</Tag>}
            />
          ))}
        </Card>
      ))}
      {blocked ? (
        <Text as="p" pad={12} ink="danger" role="alert">
          存在未完结业务，暂不能注销。请先处理完以上事项
        </Text>
      ) : (
        <Card pad>
          <Stack as="form" gap={12} ref={form.frame} onSubmit={form.submit} noValidate>
            <TextAreaField of={reason} />
            <CodeField of={smsCode} scene="cancel" />
            <Field label={<span className="visually-hidden">须知</span>} error={errorOf(read)} group>
              <Checkbox checked={read.value === true} onChange={({ target }) => read.set(target.checked)}>
                已阅读并知晓以上须知
              </Checkbox>
            </Field>
            <Button type="submit" variant="destroy" size="l" loading={form.pending}>
              申请注销
            </Button>
          </Stack>
        </Card>
      )}
    </Page>
  )
})
