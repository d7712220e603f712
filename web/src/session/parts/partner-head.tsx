import { Logo } from '../../ui/frame/app-frame.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Above the forms for who comes from the partner. */
export function PartnerHead({ note }: { note: string }) {
  return (
    <>
      <p className="sign-partners">
        <Logo size={56} />
        <Icon name="link" label="与" />
        <span className="sign-partner">悟空</span>
      </p>
      <h1 className="sign-title">合作渠道登录</h1>
      <p className="sign-note">{note}</p>
    </>
  )
}
