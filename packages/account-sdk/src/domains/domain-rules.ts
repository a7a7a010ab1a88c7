/** Rules of dynamic domains (DDNS-02, DDNS-03, DDNS-04, DDNS-07). */
export { checkDomainHost, checkExchangeCode, domainSlot } from '@boxwood/command-bus/rules';
