import { Link } from '../../../kernel/page/link.tsx'
import { goTo } from '../../../kernel/page/router.ts'
import { Row } from '../../../ui/layout.tsx'
import { PartnerHead } from '../parts/partner-head.tsx'
import { SignForm } from '../parts/sign-form.tsx'
import { sessionScreens } from '../screens.ts'

/** Sign-in with a password under the partner's name. */
export default function WukongLogin() {
  return (
    <SignForm
      head={<PartnerHead note="用车驿账号登录" />}
      ways={['password']}
      links={
        <Row as="p" pad={[12, 0]} top={4} align="stretch" justify="between" note className="sign-links">
          <Link to={sessionScreens.wukongLoginCode}>用验证码登录</Link>
          <Link to={sessionScreens.forgotPassword}>忘记密码</Link>
        </Row>
      }
      onSignedIn={() => goTo('/', { replace: true })}
    />
  )
}
