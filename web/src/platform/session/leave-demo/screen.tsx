import { passwordProblem } from '@cheyi/domain/platform/check/password'
import type { FormEvent } from 'react'
import { sessionLeaveDemo } from '../../../form/calls/session-leave-demo.gen.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { goTo } from '../../../kernel/page/router.ts'
import { signIn } from '../../../kernel/user.ts'
import { confirm } from '../../../page/open.ts'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Card, Note, Stack, Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { AgreeField } from '../parts/agree-field.tsx'
import { NewMerchantFields } from '../parts/new-merchant-fields.tsx'
import { isRefused, SignFields } from '../parts/sign-fields.tsx'
import { figures, SignInput } from '../parts/sign-input.tsx'
import { sessionScreens } from '../screens.ts'

/** The owner of a demo sees what is deleted, types the own merchant, and goes on signed in as its owner. */
export default page(sessionScreens.leaveDemo, () => {
  const [{ merchants, deletes }] = useAnswers(ask(calls.session.demo, {}, { freshFor: 0 }))
  const form = useEntry(sessionLeaveDemo, {
    draft: { id: 'demo', fields: ['mobile', 'merchantName', 'contactName', 'cityCode'] },
    also: ({ password, mobile }) => ({ password: password && passwordProblem(password, mobile ?? '') }),
    handles: isRefused,
    faults: (failure) => ({
      code: isRefusedFor('wrongCode')(failure) && failure.message,
      mobile: isRefusedFor('mobileRegistered')(failure) && failure.message,
    }),
    onSent(session) {
      signIn(session)
      goTo('/', { replace: true, force: true })
      toast('演示已清空')
    },
  })
  const { fields } = form
  async function send(event: FormEvent) {
    event.preventDefault()
    if (form.complete() === undefined) return
    const sure = await confirm({
      title: '清空演示？',
      body: `${merchants.map(({ name }) => name).join('、')}及其全部数据将被删除，不能恢复`,
      confirm: '清空演示',
      danger: true,
    })
    if (sure) await form.send()
  }
  if (merchants.length === 0)
    return (
      <Page>
        <Empty
          art="locked"
          title="没有可以清空的演示"
          note="只有演示商家的主账号可以清空；由较早版本装载的演示，请管理员用命令清空"
        />
      </Page>
    )
  return (
    <Page>
      {merchants.map(({ name, orders, vehicles, persons, accounts, files }) => (
        <Card key={name} title={name} extra="将删除" pad>
          <KeyValue
            rows={[
              { label: '订单', value: `${orders} 个` },
              { label: '车辆', value: `${vehicles} 辆` },
              { label: '客户', value: `${persons} 位` },
              { label: '账号', value: `${accounts} 个` },
              { label: '照片与文件', value: `${files} 个` },
            ]}
          />
        </Card>
      ))}
      <Stack gap={4} pad={[0, 16]}>
        <Note>包括试用时录入的数据、账目与操作日志，不能恢复。演示账号不能再登录。</Note>
        <Note>其他商家、车型库、协议与系统设置保留。</Note>
        {!deletes && <Note>演示立即关闭；其数据由管理员停止服务后用命令删除。</Note>}
      </Stack>
      <Card title="我的商家" pad>
        <SignFields
          {...form}
          submit={(event) => void send(event)}
          action="清空演示，开始用自己的"
          below={<AgreeField of={fields.agree} />}
        >
          <NewMerchantFields of={fields} />
          <SignInput
            of={fields.installCode}
            hint="启动服务时，窗口里「演示账号」下方显示的8位数字"
            inputMode="numeric"
            autoComplete="off"
            className="num"
            maxLength={8}
            read={figures}
          />
        </SignFields>
        <Text as="p" top={12} ink={2}>
          提交后以新商家主账号的身份登录，首页按「开业准备」继续
        </Text>
      </Card>
    </Page>
  )
})
