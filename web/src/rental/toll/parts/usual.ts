/** Usual reasons why the merchant bears what a customer caused. */
export const usualWaivers = ['金额较小', '老客户优惠', '租金已含', '责任有争议']
