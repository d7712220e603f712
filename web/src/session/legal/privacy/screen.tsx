import { privacyPolicy } from '@cheyi/domain/session/legal-privacy'
import { LegalPage } from '../../parts/legal-page.tsx'

/** 隐私政策, in the version that login asks to agree to. */
export default function PrivacyPolicy() {
  return <LegalPage text={privacyPolicy} />
}
