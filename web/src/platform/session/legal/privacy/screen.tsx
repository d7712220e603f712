import { page } from '../../../../page/page.tsx'
import { LegalPage } from '../../parts/legal-page.tsx'
import { sessionScreens } from '../../screens.ts'

/** 隐私政策 in the version in force, which the login asks the user to accept. */
export default page(sessionScreens.privacyPolicy, () => <LegalPage type="privacy" />)
