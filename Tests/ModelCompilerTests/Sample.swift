import Foundation
import ManagedModelFormat
@testable import ModelCompiler

/// A model as saved by Xcode, with all features of the editor.
let sampleModel = """
  <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
  <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="22758" \
  systemVersion="23G93" minimumToolsVersion="Automatic" sourceLanguage="Swift" \
  userDefinedModelVersionIdentifier="v1">
      <entity name="Category" representedClassName="Category" syncable="YES" codeGenerationType="category">
          <attribute name="name" attributeType="String" minValueString="1" maxValueString="20" \
  regularExpressionString="[A-Z].*"/>
          <relationship name="notes" optional="YES" toMany="YES" deletionRule="Deny" ordered="YES" \
  destinationEntity="Note" inverseName="category" inverseEntity="Note"/>
          <uniquenessConstraints>
              <uniquenessConstraint>
                  <constraint value="name"/>
              </uniquenessConstraint>
          </uniquenessConstraints>
      </entity>
      <entity name="Note" representedClassName=".Note" syncable="YES" codeGenerationType="class">
          <attribute name="color" optional="YES" attributeType="Transformable" \
  valueTransformerName="ColorTransformer" customClassName="UIColor"/>
          <attribute name="count" attributeType="Integer 16" minValueString="0" maxValueString="9" \
  defaultValueString="3" usesScalarValueType="YES"/>
          <attribute name="created" optional="YES" attributeType="Date" defaultDateTimeInterval="86400" \
  usesScalarValueType="NO"/>
          <attribute name="flag" optional="YES" attributeType="Boolean" defaultValueString="YES" \
  usesScalarValueType="NO"/>
          <attribute name="home" optional="YES" attributeType="Composite" compositeName="Address"/>
          <attribute name="image" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
          <attribute name="ident" optional="YES" attributeType="UUID" usesScalarValueType="NO"/>
          <attribute name="link" optional="YES" attributeType="URI"/>
          <attribute name="lower" optional="YES" attributeType="String" derived="YES" \
  derivationExpression="canonical:(title)"/>
          <attribute name="price" optional="YES" attributeType="Decimal" defaultValueString="1.50"/>
          <attribute name="scratch" optional="YES" transient="YES"/>
          <attribute name="title" optional="YES" attributeType="String" elementID="heading" \
  versionHashModifier="2" spotlightIndexingEnabled="YES">
              <userInfo>
                  <entry key="hint" value="Title"/>
              </userInfo>
          </attribute>
          <relationship name="category" maxCount="1" deletionRule="Nullify" destinationEntity="Category" \
  inverseName="notes" inverseEntity="Category"/>
          <fetchedProperty name="similar" optional="YES">
              <fetchRequest name="fetchedPropertyFetchRequest" entity="Note" \
  predicateString="title == $FETCH_SOURCE.title"/>
          </fetchedProperty>
          <fetchIndex name="byTitle">
              <fetchIndexElement property="title" type="Binary" order="descending"/>
          </fetchIndex>
      </entity>
      <entity name="Reminder" representedClassName=".Reminder" parentEntity="Note" syncable="YES" \
  codeGenerationType="class">
          <attribute name="alarm" optional="YES" attributeType="Date" usesScalarValueType="YES"/>
      </entity>
      <fetchRequest name="Titled" entity="Note" predicateString="title == $TITLE" fetchLimit="10" \
  returnObjectsAsFaults="NO"/>
      <configuration name="Cloud">
          <memberEntity name="Note"/>
      </configuration>
      <compositeAttribute name="Address">
          <attribute name="city" optional="YES" attributeType="String"/>
      </compositeAttribute>
      <elements>
          <element name="Note" positionX="-63" positionY="-18" width="128" height="44"/>
      </elements>
  </model>
  """

func read(_ xml: String) -> DataModelSource {
  DataModelCompiler.read(Data(xml.utf8), path: "App.xcdatamodel/contents", module: "App")
}

/// A model with these elements in the entity Note, which has an inverse relationship in Category.
func findings(_ elements: String, more: String = "") -> [String] {
  read(
    """
    <model>
    <entity name="Note">
    \(elements)
    </entity>
    \(more)
    </model>
    """
  ).findings.map(\.description)
}

/// A temporary folder that is removed after the test.
func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try body(folder)
}

func write(_ text: String, _ path: String) throws {
  let url = URL(fileURLWithPath: path)
  try FileManager.default.createDirectory(
    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(text.utf8).write(to: url)
}
