import type { ScriptTokens } from '@boxwood/domain';
import { boxScriptTokens } from '@boxwood/domain';
import { type ServiceScope, token } from '../../composition/service-scope.ts';
import { BoxClientToken, ClockToken } from '../../composition/service-tokens.ts';

export const ScriptTokensToken = token<ScriptTokens>('ScriptTokens');

export const bind = (session: ServiceScope): void => {
  session.bind(ScriptTokensToken, [BoxClientToken, ClockToken], boxScriptTokens);
};
