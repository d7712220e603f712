import { passwordProblem } from '@cheyi/domain/platform/check/password'
import { sessionRegister } from '../../../form/calls/session-register.gen.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { goTo } from '../../../kernel/page/router.ts'
import { signIn } from '../../../kernel/user.ts'
import { Page } from '../../../page/page.tsx'
import { Text } from '../../../ui/layout.tsx'
import { AgreeField } from '../parts/agree-field.tsx'
import { NewMerchantFields } from '../parts/new-merchant-fields.tsx'
import { isRefused, SignFields } from '../parts/sign-fields.tsx'

/** A rental company registers with its owner's mobile, its name and its city; all other data is entered after the sign-in. */
export default function Register() {
  const form = useEntry(sessionRegister, {
    draft: { id: 'new', fields: ['mobile', 'merchantName', 'contactName', 'cityCode'] },
    also: ({ password, mobile }) => ({ password: password && passwordProblem(password, mobile ?? '') }),
    handles: isRefused,
    faults: (failure) => ({
      code: isRefusedFor('wrongCode')(failure) && failure.message,
      mobile: isRefusedFor('mobileRegistered')(failure) && failure.message,
    }),
    onSent(session) {
      signIn(session)
      goTo('/', { replace: true, force: true })
    },
  })
  return (
    <Page>
      <SignFields {...form} action="注册" paged below={<AgreeField of={form.fields.agree} />}>
        <Text as="p" below={16} ink={2}>
          注册后先完善门店、车型与车辆，平台审核通过即可接单
        </Text>
        <NewMerchantFields of={form.fields} />
      </SignFields>
    </Page>
  )
}
