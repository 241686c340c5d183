"""variable.py: a variable of lldb as src/debugger/words.py wants it, like one of gdb."""
import lldb

from words import NotThere


class Variable:
    def __init__(self, value):
        if not value.IsValid():
            raise NotThere
        self.value = value.GetNonSyntheticValue()

    def formatted(self, field):
        """The SBValue of a field, with the children that the formatters of lldb give it."""
        value = self.value.GetChildMemberWithName(field)
        value.SetPreferSyntheticValue(True)
        return value

    def __getitem__(self, key):
        """A field by its name; an element of an array, or of what a pointer leads to, by its number."""
        if isinstance(key, str):
            return Variable(self.value.GetChildMemberWithName(key))
        if not self.value.GetType().IsPointerType():
            return Variable(self.value.GetChildAtIndex(key))
        kind = self.value.GetType().GetPointeeType()
        address = lldb.SBAddress(int(self) + key * kind.GetByteSize(), self.value.GetTarget())
        return Variable(self.value.GetTarget().CreateValueFromAddress("element", address, kind))

    def dereference(self):
        return self[0]

    def __int__(self):
        error = lldb.SBError()
        signed = self.value.GetType().GetTypeFlags() & lldb.eTypeIsSigned
        number = self.value.GetValueAsSigned(error) if signed else self.value.GetValueAsUnsigned(error)
        if error.Fail():
            raise NotThere
        return number

    def __float__(self):
        kind = self.value.GetType().GetCanonicalType()
        if kind.GetBasicType() not in (lldb.eBasicTypeFloat, lldb.eBasicTypeDouble):
            return float(int(self))
        error, data = lldb.SBError(), self.value.GetData()
        number = data.GetDouble(error, 0) if kind.GetByteSize() == 8 else data.GetFloat(error, 0)
        if error.Fail() or self.value.GetError().Fail():
            raise NotThere
        return number
