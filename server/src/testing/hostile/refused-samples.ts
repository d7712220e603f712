/** Samples that are refused by their own state, whoever asks, and how. */
export const refusedSamples: Readonly<Record<string, number>> = {
  // Nobody was sent that code, nor made that ticket, and it is not their password.
  'session.loginByCode': 1006,
  'invitation.accept': 1006,
  'session.register': 1006,
  'session.resetPassword': 1006,
  'session.useTicket': 1009,
  'session.changePassword': 1001,
  // That is not the number of the installation.
  'session.leaveDemo': -2,
  // Every place of the scene has its price.
  'price.begin': -5,
  // That is no certificate.
  'agreement.saveCertificate': -2,
  // No second factor was begun, and nobody showed a first one.
  'secondFactor.confirm': 1006,
  'secondFactor.renewRecovery': -4,
  'secondFactor.enter': 1009,
  'secondFactor.prove': 1001,
  // For the platform's own people.
  'operator.review': -3,
  // Nobody shows that code, and the partner knows none such.
  'qrLogin.status': 1008,
  'qrLogin.scan': 1008,
  'qrLogin.confirm': 1008,
  'qrLogin.refuse': 1008,
  'partner.wukong': 1013,
  'cancellation.apply': 1006,
  'cancellation.withdraw': -5,
  // Nobody was sent that code, nor made that link.
  'agreement.signCode': 5301,
  'agreement.sign': 1006,
  'selfService.enter': 1006,
  'violation.enter': 1006,
  'owner.enter': 1006,
  // The merchant has typed no domain.
  'site.hostCheck': -4,
  // The merchant has nobody asked.
  'violation.sync': -2,
  // Nothing was charged for it.
  'violation.payClaim': 4001,
  // The customer has not photographed all of the car yet.
  'selfService.paper': 5308,
  'selfService.submitPickup': 5308,
  'selfService.submitReturn': 5308,
  // Staff have passed the papers.
  'selfService.document': 5304,
  // The deposit did not fail to go back, money that came in is not called back, and the other deposit was taken.
  'deposit.retry': 4002,
  'deposit.withdraw': 4010,
  'payment.cancel': 4005,
  'payment.charge': 4001,
  // Nobody else has agreed to it.
  'pickupReturn.closeLost': 1036,
  'payment.correct': 1036,
  'channel.keyCreate': 1036,
  'channel.keyRotate': 1036,
  // The platform calls off a number that never came.
  'channelPush.logReplay': 9208,
  // Nothing of the scene is late.
  'pickupReturn.chargeLate': 2001,
  'deposit.convert': 4003,
  // The car is back.
  'deposit.withdrawWaiver': 2001,
  'deposit.agree': -5,
  'bookkeeping.make': -2,
  'bookkeeping.exportAll': -2,
  'bookkeeping.auditorExport': -2,
  // The figures of the scene were not followed yet.
  'owner.make': -2,
  'commission.make': -2,
  // The period is not over, and its months are open.
  'tax.file': -2,
  'closing.close': -2,
  'closing.accept': -5,
}
